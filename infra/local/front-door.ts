import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { SettingError } from "#infra/setting-error.ts";

/** The address clients call. It is taken before anything else starts; early requests wait for `open`. */
export interface FrontDoor {
  port: number;
  open(listener: RequestListener): void;
  /** Takes no more connections and waits for the calls under way, but not longer than this. */
  close(patienceMilliseconds: number): Promise<void>;
}

const IDLE_CONNECTION_MILLISECONDS = 60_000;

/**
 * Listens on 127.0.0.1; port 0 is any free one.
 *
 * @throws {SettingError} if the port is in use
 */
export async function openFrontDoor(port: number): Promise<FrontDoor> {
  const { promise: ready, resolve } = Promise.withResolvers<RequestListener>();
  const server = createServer({ keepAliveTimeout: IDLE_CONNECTION_MILLISECONDS }, (request, response) => {
    void ready.then((listener) => listener(request, response));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new SettingError(`Port ${port} is in use. Choose another one: PORT=3001 npm start`);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    open: resolve,
    async close(patienceMilliseconds) {
      const closed = once(server, "close");
      server.close();
      const idle = setInterval(() => server.closeIdleConnections(), 20);
      const timer = setTimeout(() => server.closeAllConnections(), patienceMilliseconds);
      await closed;
      clearInterval(idle);
      clearTimeout(timer);
    },
  };
}
