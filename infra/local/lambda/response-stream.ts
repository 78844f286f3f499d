import { Writable } from "node:stream";

/** Mark the Lambda runtime looks for on a handler that streams. */
export const STREAMING = Symbol.for("aws.lambda.runtime.handler.streaming");

/** Bytes written but not yet taken by the client, beyond which `write` asks to wait. */
const WINDOW_BYTES = 262_144;

/** Where a response stream goes: the thread that serves the client. */
export interface StreamOutlet {
  prelude(json: string): void;
  chunk(bytes: Uint8Array<ArrayBuffer>): void;
}

/**
 * The response stream a streaming handler writes to; back-pressure reaches it through `taken`. What is written in one turn
 * of the event loop is sent as one chunk, because each message to another thread wakes it.
 */
export class ResponseStream extends Writable {
  readonly #outlet: StreamOutlet;
  #written: Buffer[] = [];
  readonly #inFlight: number[] = [];
  #inFlightBytes = 0;
  #release: (() => void) | undefined;
  #prelude: string | undefined;

  constructor(outlet: StreamOutlet) {
    super({ decodeStrings: true });
    this.#outlet = outlet;
  }

  /** Status and headers, sent before the first byte. */
  setPrelude(metadata: unknown): void {
    this.#prelude = JSON.stringify(metadata);
  }

  /** Part of the runtime's interface; the content type of an HTTP answer is in its prelude. */
  setContentType(_type: string): void {}

  /** The client took the oldest chunk. */
  taken(): void {
    this.#inFlightBytes -= this.#inFlight.shift() ?? 0;
    if (this.#inFlightBytes >= WINDOW_BYTES) return;
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#written.length === 0) setImmediate(() => this.flush());
    this.#written.push(chunk);
    this.#inFlightBytes += chunk.length;
    if (this.#inFlightBytes < WINDOW_BYTES) done();
    else this.#release = done;
  }

  override _final(done: () => void): void {
    this.flush();
    this.#sendPrelude();
    done();
  }

  /** Sends what was written, without waiting for the end of the turn. */
  flush(): void {
    if (this.#written.length === 0) return;
    this.#sendPrelude();
    const bytes = new Uint8Array(Buffer.concat(this.#written));
    this.#written = [];
    if (bytes.length === 0) return;
    this.#inFlight.push(bytes.length);
    this.#outlet.chunk(bytes);
  }

  #sendPrelude(): void {
    if (this.#prelude === undefined) return;
    this.#outlet.prelude(this.#prelude);
    this.#prelude = undefined;
  }
}

/** The global `awslambda` of the Node.js runtime, as far as streaming handlers use it. */
export const awslambda = {
  streamifyResponse: <H extends object>(handler: H): H => Object.assign(handler, { [STREAMING]: "response" }),
  HttpResponseStream: {
    from(stream: ResponseStream, metadata: unknown): ResponseStream {
      stream.setPrelude(metadata);
      return stream;
    },
  },
};
