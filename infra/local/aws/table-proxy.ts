import type { ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
import { Conflicts } from "./conflicts.ts";
import type { EngineAnswer } from "./engine-answer.ts";
import { callEngine } from "./engine-call.ts";
import { EngineClient } from "./engine-client.ts";
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
const PASSED_ON = ["content-type", "x-amzn-requestid", "x-amz-crc32"] as const;

/** Passes requests to the DynamoDB engine and its answers back, byte for byte, over kept connections. */
export class TableProxy {
  readonly #endpoint: string;
  readonly #engine: EngineClient;
  readonly #conflicts: Conflicts;
  readonly #faults: TableFaults | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor(endpoint: string, names: KeyNames, { conflictSeed, faults }: ProxyOptions) {
    this.#endpoint = endpoint;
    this.#engine = new EngineClient(endpoint);
    this.#conflicts = new Conflicts(names, conflictSeed);
    this.#faults = faults && new TableFaults(faults, names);
  }

  /** Has the listener called after each transaction that wrote. */
  onTransaction(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Answers a request whose caller was allowed it. */
  pass(call: TableRequest, response: ServerResponse): void {
    const operation = call.target.slice(call.target.indexOf(".") + 1);
    const error = this.#faults?.errorFor(operation) ?? this.#conflictOf(operation, call.parsed);
    const change = this.#faults?.changeOf(operation, call.parsed);
    if (error !== undefined) reply(response, 400, error);
    else if (change !== undefined) void this.#forwardChanged(call, change, response);
    else if (operation === "TransactWriteItems") this.#transact(call, response);
    else void this.#forward(call, response);
    response.once("finish", () => {
      if (response.statusCode === 200) this.#faults?.rememberNew(operation, call.parsed);
    });
  }

  #conflictOf(operation: string, request: JsonObject): object | undefined {
    return SINGLE_WRITES.has(operation) ? this.#conflicts.errorFor(request) : undefined;
  }

  #transact(call: TableRequest, response: ServerResponse): void {
    const entered = this.#conflicts.enter(call.parsed);
    if ("leave" in entered) {
      void this.#forward(call, response);
      response.once("close", () => {
        entered.leave();
        if (response.statusCode === 200) for (const listener of this.#listeners) listener();
      });
    } else reply(response, 400, entered);
  }

  async #forwardChanged(
    { target }: TableRequest,
    change: ChangedCall,
    response: ServerResponse,
  ): Promise<void> {
    try {
      reply(response, 200, change.answer(await callEngine(this.#endpoint, target, change.request)));
    } catch (error) {
      if (!(error instanceof AwsError)) response.destroy();
      else reply(response, error.status, { __type: error.type, message: error.message });
    }
  }

  close(): void {
    this.#engine.close();
  }

  async #forward({ target, body }: TableRequest, response: ServerResponse): Promise<void> {
    try {
      passBack(await this.#engine.call(target, body), response);
    } catch (error) {
      engineFailed(error instanceof Error ? error : new Error(String(error)), response);
    }
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": CONTENT_TYPE }).end(JSON.stringify(body));
}

function passBack({ status, header, body }: EngineAnswer, response: ServerResponse): void {
  const headers: Record<string, string | number> = { "content-length": body.length };
  for (const name of PASSED_ON) {
    const value = header(name);
    if (value !== undefined) headers[name] = value;
  }
  response.writeHead(status, headers).end(body);
}

function engineFailed(error: Error, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy(error);
    return;
  }
  const message = `The DynamoDB engine does not answer: ${error.message}`;
  reply(response, 500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError", message });
}
