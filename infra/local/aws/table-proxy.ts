import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { Conflicts } from "./conflicts.ts";
import { ENGINE_CREDENTIALS } from "./engine-call.ts";
import type { JsonObject } from "./json.ts";
import type { KeyNames } from "./table-needs.ts";

/** One request to pass on: its target, its bytes as they came, and the same parsed. */
export interface TableRequest {
  target: string;
  body: Buffer;
  parsed: JsonObject;
}

const CONTENT_TYPE = "application/x-amz-json-1.0";
const PASSED_ON = ["content-type", "content-length", "x-amzn-requestid", "x-amz-crc32"] as const;

/** Passes requests to the DynamoDB engine and its answers back, byte for byte, over kept connections. */
export class TableProxy {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #engine: { host: string; port: string; protocol: string };
  readonly #conflicts: Conflicts;

  constructor(endpoint: string, names: KeyNames, seed: number) {
    const { hostname, port, protocol } = new URL(endpoint);
    if (protocol !== "http:") throw new Error(`The DynamoDB endpoint must be http, not ${endpoint}`);
    this.#engine = { host: hostname, port: port || "80", protocol };
    this.#conflicts = new Conflicts(names, seed);
  }

  /** Answers a request whose caller was allowed it. */
  pass(call: TableRequest, response: ServerResponse): void {
    if (!call.target.endsWith(".TransactWriteItems")) {
      this.#forward(call, response);
      return;
    }
    const entered = this.#conflicts.enter(call.parsed);
    if ("leave" in entered) {
      this.#forward(call, response);
      response.once("close", entered.leave);
    } else {
      response.writeHead(400, { "content-type": CONTENT_TYPE }).end(JSON.stringify(entered));
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
  response
    .writeHead(500, { "content-type": CONTENT_TYPE })
    .end(JSON.stringify({ __type: "com.amazonaws.dynamodb.v20120810#InternalServerError", message }));
}
