import { isIP, connect as openPlain, type Socket } from "node:net";
import { connect as openEncrypted } from "node:tls";
import { type HttpMessage, HttpReader } from "./http-message.ts";

/** Milliseconds after which a connection without any traffic is closed. */
const SILENT_MS = 60_000;

interface Pending extends PromiseWithResolvers<HttpMessage> {
  onBegin(): void;
}

/**
 * A connection to a server over which requests are sent one at a time. While it is idle it does not keep the process running. It reads no
 * more of a response than where it ends; Node's HTTP client takes 0.1 ms of CPU time more for each request.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #reader = new HttpReader();
  #pending: Pending | undefined;

  /** `session` continues the TLS session of an earlier connection. */
  constructor(url: URL, session: Buffer | undefined, onClose: () => void) {
    this.#socket = open(url, session);
    this.#socket.setNoDelay(true).setKeepAlive(true);
    this.#socket.setTimeout(SILENT_MS, () => this.destroy(new Error("The connection was silent.")));
    let failure: Error = Object.assign(new Error("The server closed the connection."), {
      code: "ECONNRESET",
    });
    this.#socket.on("data", (bytes) => this.#receive(bytes));
    this.#socket.on("error", (error) => {
      failure = error;
    });
    this.#socket.on("close", () => {
      onClose();
      this.#pending?.reject(failure);
    });
  }

  /** Sends a request; `onBegin` is called when the first bytes of its response arrive. */
  send(request: string | Buffer, onBegin: () => void): Promise<HttpMessage> {
    this.#pending = { ...Promise.withResolvers(), onBegin };
    this.#socket.ref();
    this.#socket.write(request);
    return this.#pending.promise;
  }

  /** Has the TLS sessions that the server offers passed to a listener. */
  onSession(listener: (session: Buffer) => void): void {
    this.#socket.on("session", listener);
  }

  /** Whether another request can be sent. */
  isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Closes the connection; a request under way fails. */
  destroy(error?: Error): void {
    this.#socket.destroy(error);
  }

  #receive(bytes: Buffer): void {
    this.#pending?.onBegin();
    this.#reader.add(bytes);
    const response = this.#pending && this.#reader.next();
    if (response !== undefined) this.#end(response);
    // Bytes that belong to no request would be taken for the response to the next one.
    if (this.#pending === undefined && !this.#reader.isEmpty()) this.destroy();
  }

  #end(response: HttpMessage): void {
    if (isLast(response)) this.destroy();
    this.#socket.unref();
    this.#pending?.resolve(response);
    this.#pending = undefined;
  }
}

/** Whether a response ends with its connection: so it says, or it has no length. */
const isLast = ({ header }: HttpMessage): boolean =>
  header("connection")?.toLowerCase() === "close" ||
  (header("content-length") ?? header("transfer-encoding")) === undefined;

function open({ protocol, hostname, port }: URL, session: Buffer | undefined): Socket {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (protocol === "http:") return openPlain({ host, port: Number(port || 80) });
  const servername = isIP(host) === 0 ? host : "";
  return openEncrypted({ host, port: Number(port || 443), servername, ...(session && { session }) });
}
