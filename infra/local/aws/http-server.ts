import { randomUUID } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { type HttpMessage, HttpReader } from "#lib/platform/http-message.ts";

/** A complete response. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer | string;
}

/** Answers one request. `signal` is aborted when the caller closes the connection. */
export type AnswerRequest = (request: HttpMessage, signal: AbortSignal) => Promise<Answer>;

/** The local AWS as an HTTP server. */
export interface HttpServer {
  server: Server;
  /** Takes no more connections, and ends those there are. */
  close(): Promise<void>;
}

/**
 * Serves HTTP/1.1 to the clients of AWS, one request at a time on each connection. Node's HTTP server takes 0.1 ms of CPU time more for
 * each request, and all calls of the functions pass here.
 */
export function serveHttp(answer: AnswerRequest): HttpServer {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    converse(socket, answer);
  });
  return {
    server,
    async close() {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function converse(socket: Socket, answer: AnswerRequest): void {
  const reader = new HttpReader();
  const gone = new AbortController();
  let isAnswering = false;
  const answerAll = async (): Promise<void> => {
    isAnswering = true;
    for (let request = reader.next(); request !== undefined && socket.writable; request = reader.next()) {
      socket.write(bytesOf(await answer(request, gone.signal)));
      if (request.header("connection")?.toLowerCase() === "close") socket.end();
    }
    isAnswering = false;
  };
  socket.on("data", (bytes) => {
    reader.add(bytes);
    if (!isAnswering) answerAll().catch((error: Error) => socket.destroy(error));
  });
  socket.on("error", () => socket.destroy());
  // Without a reason, `abort` makes an exception with its stack.
  socket.once("close", () => gone.abort("The caller closed the connection."));
}

function bytesOf({ status, headers, body }: Answer): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const head = `HTTP/1.1 ${status} \r\n${lines.join("")}content-length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

/** A response of the AWS JSON protocols. */
export const jsonAnswer = (status: number, body: object): Answer => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-requestid": randomUUID() },
  body: JSON.stringify(body),
});
