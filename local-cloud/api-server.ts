import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { StartError } from "./start-error.ts";

/** The HTTP server that clients call. It listens before anything else starts; early requests wait for the listener. */
export interface ApiServer {
  port: number;
  setListener(listener: RequestListener): void;
  /** Accepts no more connections, and waits for running calls, but no longer than the timeout. */
  close(timeoutMilliseconds: number): Promise<void>;
}

const IDLE_CONNECTION_MILLISECONDS = 60_000;

/**
 * Starts the server on 127.0.0.1; port 0 is any free one.
 *
 * @throws {StartError} if the port is in use
 */
export async function startApiServer(port: number): Promise<ApiServer> {
  const { promise: listening, resolve: setListener } = Promise.withResolvers<RequestListener>();
  const server = createServer({ keepAliveTimeout: IDLE_CONNECTION_MILLISECONDS }, (request, response) => {
    void listening.then((listener) => listener(request, response));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartError("port", `Port ${port} is in use.`);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    setListener,
    async close(timeoutMilliseconds) {
      const closed = once(server, "close");
      server.close();
      const idle = setInterval(() => server.closeIdleConnections(), 20);
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMilliseconds);
      await closed;
      clearInterval(idle);
      clearTimeout(timer);
    },
  };
}
