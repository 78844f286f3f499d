import * as z from "zod";
import { callEngine, isAwsError } from "#local-cloud/aws/engine-call.ts";
import { ACCOUNT, REGION } from "#local-cloud/aws/types.ts";

const Description = z.object({
  StreamDescription: z.object({
    Shards: z.array(z.object({ ShardId: z.string(), ParentShardId: z.string().optional() })),
  }),
});
const Table = z.object({ Table: z.object({ LatestStreamArn: z.string() }) });
const Iterator = z.object({ ShardIterator: z.string() });

const StreamRecord = z.looseObject({
  eventName: z.string(),
  dynamodb: z.looseObject({ SequenceNumber: z.string(), ApproximateCreationDateTime: z.number() }),
});
const Page = z.object({ Records: z.array(StreamRecord), NextShardIterator: z.string().nullish() });

/** One change of the table, as passed to a function. */
export type StreamRecord = z.output<typeof StreamRecord>;

/** One shard. Its records follow those of its parent. */
export interface Shard {
  id: string;
  parent: string | undefined;
}

/** The records after a position. `ended` means that the shard is closed and has no more records. */
export interface StreamPage {
  records: StreamRecord[];
  ended: boolean;
}

const STREAMS = "DynamoDBStreams_20120810";

/** Opens the stream of a table directly at the engine, without role check and signature. */
export async function openStream(endpoint: string, table: string): Promise<StreamReader> {
  const described = await callEngine(endpoint, "DynamoDB_20120810.DescribeTable", { TableName: table });
  return new StreamReader(endpoint, table, Table.parse(described).Table.LatestStreamArn);
}

/** Reads the stream of one table. */
export class StreamReader {
  /** ARN in the functions' events. */
  readonly arn: string;
  readonly #endpoint: string;
  readonly #engineArn: string;
  /** Shard → the iterator of its next page, which saves a call if reading continues from there. */
  readonly #iterators = new Map<string, { after: string | undefined; iterator: string }>();

  constructor(endpoint: string, table: string, engineArn: string) {
    this.arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}/stream/local`;
    this.#endpoint = endpoint;
    this.#engineArn = engineArn;
  }

  async shards(): Promise<Shard[]> {
    const { StreamDescription } = Description.parse(
      await this.#call("DescribeStream", { StreamArn: this.#engineArn }),
    );
    return StreamDescription.Shards.map(({ ShardId, ParentShardId }) => ({
      id: ShardId,
      parent: ParentShardId,
    }));
  }

  /** Returns the records after a sequence number, or from the start of the shard. */
  async read(shard: string, after: string | undefined): Promise<StreamPage> {
    try {
      return await this.#readPage(shard, after);
    } catch (error) {
      this.#iterators.delete(shard);
      // The stream no longer contains the position: continue with its oldest record.
      if (isAwsError(error, "TrimmedDataAccessException")) return this.#readPage(shard, undefined);
      if (isAwsError(error, "ExpiredIteratorException")) return this.#readPage(shard, after);
      throw error;
    }
  }

  async #readPage(shard: string, after: string | undefined): Promise<StreamPage> {
    const cached = this.#iterators.get(shard);
    const iterator = cached?.after === after ? cached?.iterator : undefined;
    const ShardIterator = iterator ?? (await this.#createIterator(shard, after));
    const { Records, NextShardIterator } = Page.parse(await this.#call("GetRecords", { ShardIterator }));
    const ended = typeof NextShardIterator !== "string";
    if (ended) this.#iterators.delete(shard);
    else {
      const last = Records.at(-1)?.dynamodb.SequenceNumber ?? after;
      this.#iterators.set(shard, { after: last, iterator: NextShardIterator });
    }
    const records = Records.map((record) => ({ ...record, awsRegion: REGION, eventSourceARN: this.arn }));
    return { records, ended };
  }

  async #createIterator(ShardId: string, after: string | undefined): Promise<string> {
    const position =
      after === undefined
        ? { ShardIteratorType: "TRIM_HORIZON" }
        : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after };
    const response = await this.#call("GetShardIterator", {
      StreamArn: this.#engineArn,
      ShardId,
      ...position,
    });
    return Iterator.parse(response).ShardIterator;
  }

  #call(action: string, body: object): Promise<unknown> {
    return callEngine(this.#endpoint, `${STREAMS}.${action}`, body);
  }
}
