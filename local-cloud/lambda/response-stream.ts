import { Writable } from "node:stream";
import type { StreamPart } from "./messages.ts";

/** Property by which the Lambda runtime recognizes a streaming handler. */
export const STREAMING = Symbol.for("aws.lambda.runtime.handler.streaming");

/** When this many bytes are written and not yet sent to the client, `write` waits. */
const WINDOW_BYTES = 262_144;

/**
 * The response stream of a streaming handler, with back-pressure by `chunkSent`. Bytes written in one turn of the event
 * loop are sent as one part, because each message wakes the other thread. The last part is sent with the result.
 */
export class ResponseStream extends Writable {
  readonly #send: (part: StreamPart) => void;
  #buffered: Buffer[] = [];
  /** Sizes of the chunks that are not yet sent to the client, oldest first. */
  readonly #unsentChunks: number[] = [];
  #unsentBytes = 0;
  #continueWriting: (() => void) | undefined;
  #prelude: string | undefined;

  constructor(send: (part: StreamPart) => void) {
    super({ decodeStrings: true });
    this.#send = send;
  }

  /** Sets status and headers, which are sent with the first bytes. */
  setPrelude(metadata: unknown): void {
    this.#prelude = JSON.stringify(metadata);
  }

  /** Part of the runtime's interface; the content type of an HTTP response is in its prelude. */
  setContentType(_type: string): void {}

  /** Called when the oldest chunk was sent to the client. */
  chunkSent(): void {
    this.#unsentBytes -= this.#unsentChunks.shift() ?? 0;
    if (this.#unsentBytes >= WINDOW_BYTES) return;
    const continueWriting = this.#continueWriting;
    this.#continueWriting = undefined;
    continueWriting?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#buffered.length === 0) setImmediate(() => this.flush());
    this.#buffered.push(chunk);
    this.#unsentBytes += chunk.length;
    if (this.#unsentBytes < WINDOW_BYTES) done();
    else this.#continueWriting = done;
  }

  /** Sends the buffered bytes, without waiting for the end of the turn. */
  flush(): void {
    if (this.#buffered.length > 0) this.#send(this.takePart());
  }

  /** Takes what is not yet sent. */
  takePart(): StreamPart {
    const prelude = this.#prelude;
    const bytes = new Uint8Array(Buffer.concat(this.#buffered));
    this.#prelude = undefined;
    this.#buffered = [];
    if (bytes.length === 0) return { prelude };
    this.#unsentChunks.push(bytes.length);
    return { prelude, chunk: bytes };
  }
}

/** The part of the Node.js runtime's global `awslambda` that streaming handlers use. */
export const awslambda = {
  streamifyResponse: <H extends object>(handler: H): H => Object.assign(handler, { [STREAMING]: "response" }),
  HttpResponseStream: {
    from(stream: ResponseStream, metadata: unknown): ResponseStream {
      stream.setPrelude(metadata);
      return stream;
    },
  },
};
