import { Writable } from "node:stream";

/** Property by which the Lambda runtime recognizes a streaming handler. */
export const STREAMING = Symbol.for("aws.lambda.runtime.handler.streaming");

/** When this many bytes are written and not yet sent to the client, `write` waits. */
const WINDOW_BYTES = 262_144;

/** Sends a response stream to the thread that serves the client. */
export interface StreamOutlet {
  prelude(json: string): void;
  chunk(bytes: Uint8Array<ArrayBuffer>): void;
}

/**
 * The response stream of a streaming handler, with back-pressure by `chunkSent`. Bytes written in one turn of the event
 * loop are sent as one chunk, because each message wakes the other thread.
 */
export class ResponseStream extends Writable {
  readonly #outlet: StreamOutlet;
  #buffered: Buffer[] = [];
  /** Sizes of the chunks that are not yet sent to the client, oldest first. */
  readonly #unsentChunks: number[] = [];
  #unsentBytes = 0;
  #continueWriting: (() => void) | undefined;
  #prelude: string | undefined;

  constructor(outlet: StreamOutlet) {
    super({ decodeStrings: true });
    this.#outlet = outlet;
  }

  /** Sets status and headers, which are sent before the first byte. */
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

  override _final(done: () => void): void {
    this.flush();
    this.#sendPrelude();
    done();
  }

  /** Sends the buffered bytes, without waiting for the end of the turn. */
  flush(): void {
    if (this.#buffered.length === 0) return;
    this.#sendPrelude();
    const bytes = new Uint8Array(Buffer.concat(this.#buffered));
    this.#buffered = [];
    if (bytes.length === 0) return;
    this.#unsentChunks.push(bytes.length);
    this.#outlet.chunk(bytes);
  }

  #sendPrelude(): void {
    if (this.#prelude === undefined) return;
    this.#outlet.prelude(this.#prelude);
    this.#prelude = undefined;
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
