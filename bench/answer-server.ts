import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { makeCertificate } from "#test/support/network/certificate.ts";

interface Answer {
  status: number;
  body: Buffer;
}

/** One call of a function: its operation (`X-Amz-Target`), its body and the response. */
interface ReceivedCall {
  target: string;
  requested: string;
  answer: Answer;
}

/** The calls of one function, in order. */
type Recording = ReceivedCall[];

/**
 * A server in place of AWS. While a function is recorded, it forwards calls and stores the responses. When the function is
 * replayed, it returns them immediately, so that only the function is measured. Webhooks get 200.
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

  /** Starts a server with HTTPS. */
  static async start(upstream: string): Promise<AnswerServer> {
    const server = createServer(makeCertificate("127.0.0.1"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answers = new AnswerServer(`https://127.0.0.1:${port}`, upstream, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    server.on("request", (request, response) => void answers.#answer(request, response));
    return answers;
  }

  /** Forwards and stores the following calls as those of a function. */
  record(functionId: string): void {
    this.#recorded = [];
    this.#recordings.set(functionId, this.#recorded);
  }

  /** Responds to the following calls with the stored responses of a function. */
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
    const answer = this.#recorded ? await this.#forward(request, body) : this.#next(target, String(body));
    this.#recorded?.push({ target, requested: String(body), answer });
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
  #next(target: string, requested: string): Answer {
    const calls = this.#replayed.filter((call) => call.target === target);
    const call = calls.find((one) => one.requested === requested) ?? calls[0];
    if (!call) return { status: 500, body: Buffer.from(`{"message":"${target} was not recorded"}`) };
    if (calls.length > 1) this.#replayed = this.#replayed.filter((one) => one !== call);
    return call.answer;
  }

  async #forward(request: IncomingMessage, body: Buffer): Promise<Answer> {
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
