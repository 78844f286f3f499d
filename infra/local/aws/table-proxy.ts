import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
import { Conflicts } from "./conflicts.ts";
import { callEngine, ENGINE_CREDENTIALS } from "./engine-call.ts";
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
  /** Called after each transaction that wrote. */
  onTransaction(): void;
}

const SINGLE_WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem"]);
const CONTENT_TYPE = "application/x-amz-json-1.0";
const PASSED_ON = ["content-type", "content-length", "x-amzn-requestid", "x-amz-crc32"] as const;

/** Passes requests to the DynamoDB engine and its answers back, byte for byte, over kept connections. */
export class TableProxy {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #endpoint: string;
  readonly #engine: { host: string; port: string; protocol: string };
  readonly #conflicts: Conflicts;
  readonly #faults: TableFaults | undefined;
  readonly #onTransaction: () => void;

  constructor(
    endpoint: string,
    names: KeyNames,
    { conflictSeed, faults, onTransaction }: ProxyOptions,
  ) {
    const { hostname, port, protocol } = new URL(endpoint);
    if (protocol !== "http:") throw new Error(`The DynamoDB endpoint must be http, not ${endpoint}`);
    this.#endpoint = endpoint;
    this.#engine = { host: hostname, port: port || "80", protocol };
    this.#conflicts = new Conflicts(names, conflictSeed);
    this.#faults = faults && new TableFaults(faults, names);
    this.#onTransaction = onTransaction;
  }

  /** Answers a request whose caller was allowed it. */
  pass(call: TableRequest, response: ServerResponse): void {
    const operation = call.target.slice(call.target.indexOf(".") + 1);
    const error = this.#faults?.errorFor(operation) ?? this.#conflictOf(operation, call.parsed);
    const change = this.#faults?.changeOf(operation, call.parsed);
    if (error !== undefined) reply(response, 400, error);
    else if (change !== undefined) void this.#forwardChanged(call, change, response);
    else if (operation === "TransactWriteItems") this.#transact(call, response);
    else this.#forward(call, response);
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
      this.#forward(call, response);
      response.once("close", () => {
        entered.leave();
        if (response.statusCode === 200) this.#onTransaction();
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
    this.#agent.destroy();
  }

  #forward({ target, body }: TableRequest, response: ServerResponse): void {
    const headers = {
      ...ENGINE_CREDENTIALS,
      "content-type": CONTENT_TYPE,
      "content-length": body.length,
      "x-amz-target": target,
    };
    request({ ...this.#engine, agent: this.#agent, method: "POST", path: "/", headers }, (answer) =>
      passBack(answer, response),
    )
      .on("error", (error) => engineFailed(error, response))
      .end(body);
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": CONTENT_TYPE }).end(JSON.stringify(body));
}

function passBack(answer: IncomingMessage, response: ServerResponse): void {
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = answer.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  response.writeHead(answer.statusCode ?? 500, headers);
  const chunks: Buffer[] = [];
  answer
    .on("data", (chunk: Buffer) => chunks.push(chunk))
    .on("end", () => response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    .on("error", (error) => response.destroy(error));
}

function engineFailed(error: Error, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy(error);
    return;
  }
  const message = `The DynamoDB engine does not answer: ${error.message}`;
  reply(response, 500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError", message });
}
