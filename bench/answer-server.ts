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

/** One call of a function: its operation (`X-Amz-Target`), its body, and what was answered. */
interface ReceivedCall {
  target: string;
  asked: string;
  answer: Answer;
}

/** What one function was answered, in order. */
type Recording = ReceivedCall[];

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
  #replayed: Recording = [];

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
    this.#recorded = [];
    this.#recordings.set(functionId, this.#recorded);
  }

  /** From now on calls are answered as those of this function were. */
  replay(functionId: string): void {
    this.#recorded = undefined;
    this.#replayed = [...(this.#recordings.get(functionId) ?? [])];
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const target = String(request.headers["x-amz-target"] ?? "webhook");
    const answer = this.#recorded ? await this.#passOn(request, body) : this.#next(target, String(body));
    this.#recorded?.push({ target, asked: String(body), answer });
    response.writeHead(answer.status, {
      "content-type": "application/x-amz-json-1.0",
      "content-length": answer.body.length,
    });
    response.end(answer.body);
  }

  /**
   * The answer to the same request, for parallel calls come in any order; else, where a request holds the time or a
   * random id, the next one of its operation. The last of an operation stands for any further call of it.
   */
  #next(target: string, asked: string): Answer {
    const calls = this.#replayed.filter((call) => call.target === target);
    const call = calls.find((one) => one.asked === asked) ?? calls[0];
    if (!call) return { status: 500, body: Buffer.from(`{"message":"${target} was not recorded"}`) };
    if (calls.length > 1) this.#replayed = this.#replayed.filter((one) => one !== call);
    return call.answer;
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
