import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { makeCertificate } from "./certificate.ts";

interface Answer {
  status: number;
  body: Buffer;
}

/** What one function was answered, by operation (`X-Amz-Target`), in order. */
type Recording = Map<string, Answer[]>;

/**
 * A server in the place of AWS. While a function is recorded it passes calls on and keeps the answers; when it is
 * replayed it gives them again at once, so that what is measured is the function alone. A webhook is answered 200.
 */
export class AnswerServer {
  readonly url: string;
  readonly #upstream: string;
  readonly #recordings = new Map<string, Recording>();
  readonly #close: () => Promise<void>;
  #recorded: Recording | undefined;
  #replayed: Recording = new Map();

  private constructor(url: string, upstream: string, close: () => Promise<void>) {
    this.url = url;
    this.#upstream = upstream;
    this.#close = close;
  }

  /** Starts one, over HTTPS where `openssl` can make a certificate in the folder. */
  static async start(upstream: string, folder: string): Promise<AnswerServer> {
    const certificate = makeCertificate(folder);
    const server = certificate ? createHttpsServer(certificate) : createHttpServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answers = new AnswerServer(
      `${certificate ? "https" : "http"}://127.0.0.1:${port}`,
      upstream,
      async () => {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      },
    );
    server.on("request", (request, response) => void answers.#answer(request, response));
    return answers;
  }

  /** From now on calls are those of this function, passed on and kept. */
  record(functionId: string): void {
    this.#recorded = new Map();
    this.#recordings.set(functionId, this.#recorded);
  }

  /** From now on calls are answered as those of this function were. */
  replay(functionId: string): void {
    this.#recorded = undefined;
    const recording = this.#recordings.get(functionId) ?? new Map<string, Answer[]>();
    this.#replayed = new Map([...recording].map(([target, answers]) => [target, [...answers]]));
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const target = String(request.headers["x-amz-target"] ?? "webhook");
    const answer = this.#recorded ? await this.#passOn(request, body) : this.#next(target);
    this.#recorded?.set(target, [...(this.#recorded.get(target) ?? []), answer]);
    response.writeHead(answer.status, {
      "content-type": "application/x-amz-json-1.0",
      "content-length": answer.body.length,
    });
    response.end(answer.body);
  }

  /** The last answer of an operation stands for any further call of it. */
  #next(target: string): Answer {
    const answers = this.#replayed.get(target) ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer ?? { status: 500, body: Buffer.from(`{"message":"${target} was not recorded"}`) };
  }

  async #passOn(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const { "x-amz-target": target, authorization = "", "content-type": type = "" } = request.headers;
    if (typeof target !== "string") return { status: 200, body: Buffer.from("ok") };
    const answer = await fetch(this.#upstream, {
      method: "POST",
      headers: { "x-amz-target": target, authorization, "content-type": type },
      body: new Uint8Array(body),
    });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  }
}
