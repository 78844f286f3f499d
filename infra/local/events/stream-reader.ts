import * as z from "zod";
import { callEngine, isAnswer } from "#infra/local/aws/engine-call.ts";
import { ACCOUNT, REGION } from "#infra/local/aws/types.ts";

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

/** One change of the table, as a function gets it. */
export type StreamRecord = z.output<typeof StreamRecord>;

/** One shard; its records come after those of its parent. */
export interface Shard {
  id: string;
  parent: string | undefined;
}

/** What lies behind a position. `ended` says that the shard will never have more. */
export interface StreamPage {
  records: StreamRecord[];
  ended: boolean;
}

const STREAMS = "DynamoDBStreams_20120810";

/** Opens the stream of a table at the engine itself: no role check, no signature. */
export async function openStream(endpoint: string, table: string): Promise<StreamReader> {
  const described = await callEngine(endpoint, "DynamoDB_20120810.DescribeTable", { TableName: table });
  return new StreamReader(endpoint, table, Table.parse(described).Table.LatestStreamArn);
}

/** Reads the stream of one table. */
export class StreamReader {
  /** ARN the functions see. */
  readonly arn: string;
  readonly #endpoint: string;
  readonly #engineArn: string;
  /** By shard, the iterator behind the last page read; it spares a call as long as reading goes on from there. */
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

  /** Records after a sequence number; from the shard's beginning without one. */
  async read(shard: string, after: string | undefined): Promise<StreamPage> {
    try {
      return await this.#readPage(shard, after);
    } catch (error) {
      this.#iterators.delete(shard);
      // What the stream no longer holds cannot be read: go on with what it does.
      if (isAnswer(error, "TrimmedDataAccessException")) return this.#readPage(shard, undefined);
      if (isAnswer(error, "ExpiredIteratorException")) return this.#readPage(shard, after);
      throw error;
    }
  }

  async #readPage(shard: string, after: string | undefined): Promise<StreamPage> {
    const kept = this.#iterators.get(shard);
    const iterator = kept?.after === after ? kept?.iterator : undefined;
    const ShardIterator = iterator ?? (await this.#iteratorAt(shard, after));
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

  async #iteratorAt(ShardId: string, after: string | undefined): Promise<string> {
    const position =
      after === undefined
        ? { ShardIteratorType: "TRIM_HORIZON" }
        : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after };
    const answer = await this.#call("GetShardIterator", { StreamArn: this.#engineArn, ShardId, ...position });
    return Iterator.parse(answer).ShardIterator;
  }

  #call(action: string, body: object): Promise<unknown> {
    return callEngine(this.#endpoint, `${STREAMS}.${action}`, body);
  }
}
