import { PostSender } from "#lib/platform/post-request.ts";
import { AwsError } from "./aws-error.ts";
import { Conflicts } from "./conflicts.ts";
import { callEngine, ENGINE_CREDENTIALS } from "./engine-call.ts";
import { type Answer, jsonAnswer } from "./http-server.ts";
import type { JsonObject } from "./json.ts";
import { type ChangedCall, TableFaults } from "./table-faults.ts";
import type { KeyNames } from "./table-needs.ts";
import type { FaultShares } from "./types.ts";

/** One request to pass on: its target, its bytes as they came, and the same parsed. */
export interface TableRequest {
  target: string;
  body: Buffer;
  parsed: JsonObject;
}

/** What the proxy does beside passing on: conflicts by this seed, and in tests other faults. */
export interface ProxyOptions {
  conflictSeed: number;
  faults: FaultShares | undefined;
}

const SINGLE_WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem"]);
const CONTENT_TYPE = "application/x-amz-json-1.0";
/** Far longer than any call takes. */
const ENGINE_MILLISECONDS = 60_000;
const PASSED_ON = ["content-type", "x-amzn-requestid", "x-amz-crc32"] as const;

/** Passes requests to the DynamoDB engine and its answers back, byte for byte, over kept connections. */
export class TableProxy {
  readonly #endpoint: string;
  readonly #engine: PostSender;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #conflicts: Conflicts;
  readonly #faults: TableFaults | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor(endpoint: string, names: KeyNames, { conflictSeed, faults }: ProxyOptions) {
    this.#endpoint = endpoint;
    const url = new URL(endpoint);
    this.#engine = new PostSender(url, ENGINE_MILLISECONDS);
    this.#headers = { ...ENGINE_CREDENTIALS, host: url.host, "content-type": CONTENT_TYPE };
    this.#conflicts = new Conflicts(names, conflictSeed);
    this.#faults = faults && new TableFaults(faults, names);
  }

  /** Has the listener called after each transaction that wrote. */
  onTransaction(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Answers a request whose caller was allowed it. */
  async pass(call: TableRequest): Promise<Answer> {
    const operation = call.target.slice(call.target.indexOf(".") + 1);
    const error = this.#faults?.errorFor(operation) ?? this.#conflictOf(operation, call.parsed);
    if (error !== undefined) return jsonAnswer(400, error);
    const change = this.#faults?.changeOf(operation, call.parsed);
    const answer = await (change !== undefined
      ? this.#forwardChanged(call, change)
      : operation === "TransactWriteItems"
        ? this.#transact(call)
        : this.#forward(call));
    if (answer.status === 200) this.#faults?.rememberNew(operation, call.parsed);
    return answer;
  }

  close(): void {
    this.#engine.close();
  }

  #conflictOf(operation: string, request: JsonObject): object | undefined {
    return SINGLE_WRITES.has(operation) ? this.#conflicts.errorFor(request) : undefined;
  }

  async #transact(call: TableRequest): Promise<Answer> {
    const entered = this.#conflicts.enter(call.parsed);
    if (!("leave" in entered)) return jsonAnswer(400, entered);
    const answer = await this.#forward(call);
    entered.leave();
    if (answer.status === 200) for (const listener of this.#listeners) listener();
    return answer;
  }

  async #forwardChanged({ target }: TableRequest, change: ChangedCall): Promise<Answer> {
    try {
      return jsonAnswer(200, change.answer(await callEngine(this.#endpoint, target, change.request)));
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return jsonAnswer(error.status, { __type: error.type, message: error.message });
    }
  }

  async #forward({ target, body }: TableRequest): Promise<Answer> {
    try {
      const answer = await this.#engine.send({ headers: { ...this.#headers, "x-amz-target": target }, body });
      const headers: Record<string, string> = {};
      for (const name of PASSED_ON) {
        const value = answer.header(name);
        if (value !== undefined) headers[name] = value;
      }
      return { status: answer.status, headers, body: answer.body };
    } catch (error) {
      const message = `The DynamoDB engine does not answer: ${error instanceof Error ? error.message : error}`;
      return jsonAnswer(500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError", message });
    }
  }
}
