import type { ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
import { Conflicts } from "./conflicts.ts";

import { callEngine } from "./engine-call.ts";
import { EngineClient } from "./engine-client.ts";
import type { EngineResponse } from "./engine-response.ts";
import type { JsonObject } from "./json.ts";
import { type ChangedCall, TableFaults } from "./table-faults.ts";
import type { KeyNames } from "./table-permissions.ts";
import type { FaultRates } from "./types.ts";

/** One request: its target, its original bytes, and the parsed body. */
export interface TableRequest {
  target: string;
  body: Buffer;
  parsed: JsonObject;
}

/** The seed of the injected conflicts, and other faults for tests. */
export interface ProxyOptions {
  conflictSeed: number;
  faults: FaultRates | undefined;
}

const SINGLE_WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem"]);
const CONTENT_TYPE = "application/x-amz-json-1.0";
const FORWARDED_HEADERS = ["content-type", "x-amzn-requestid", "x-amz-crc32"] as const;

/** Forwards requests to the DynamoDB engine, and its responses to the caller, unchanged except for injected faults. */
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

  /** Calls the listener after each successful transaction. */
  onTransaction(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Handles a request after the role check. */
  handle(call: TableRequest, response: ServerResponse): void {
    const operation = call.target.slice(call.target.indexOf(".") + 1);
    const error = this.#faults?.findError(operation) ?? this.#findConflict(operation, call.parsed);
    const change = this.#faults?.findChange(operation, call.parsed);
    if (error !== undefined) sendJson(response, 400, error);
    else if (change !== undefined) void this.#forwardChanged(call, change, response);
    else if (operation === "TransactWriteItems") this.#transact(call, response);
    else void this.#forward(call, response);
    response.once("finish", () => {
      if (response.statusCode === 200) this.#faults?.recordNewItems(operation, call.parsed);
    });
  }

  #findConflict(operation: string, request: JsonObject): object | undefined {
    return SINGLE_WRITES.has(operation) ? this.#conflicts.findError(request) : undefined;
  }

  #transact(call: TableRequest, response: ServerResponse): void {
    const transaction = this.#conflicts.start(call.parsed);
    if (!("end" in transaction)) {
      sendJson(response, 400, transaction);
      return;
    }
    void this.#forward(call, response);
    response.once("close", () => {
      transaction.end();
      if (response.statusCode === 200) for (const listener of this.#listeners) listener();
    });
  }

  async #forwardChanged(
    { target }: TableRequest,
    change: ChangedCall,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const content = await callEngine(this.#endpoint, target, change.request);
      sendJson(response, 200, change.changeResponse(content));
    } catch (error) {
      if (!(error instanceof AwsError)) response.destroy();
      else sendJson(response, error.status, { __type: error.type, message: error.message });
    }
  }

  close(): void {
    this.#engine.close();
  }

  async #forward({ target, body }: TableRequest, response: ServerResponse): Promise<void> {
    try {
      forwardResponse(await this.#engine.call(target, body), response);
    } catch (error) {
      sendEngineError(error instanceof Error ? error : new Error(String(error)), response);
    }
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": CONTENT_TYPE }).end(JSON.stringify(body));
}

function forwardResponse({ status, header, body }: EngineResponse, response: ServerResponse): void {
  const headers: Record<string, string | number> = { "content-length": body.length };
  for (const name of FORWARDED_HEADERS) {
    const value = header(name);
    if (value !== undefined) headers[name] = value;
  }
  response.writeHead(status, headers).end(body);
}

function sendEngineError(error: Error, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy(error);
    return;
  }
  const message = `The DynamoDB engine does not respond: ${error.message}`;
  sendJson(response, 500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError", message });
}
