import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that no operating system assigns by itself, so that no other test gets the port before it is used. */
const [LOWEST, COUNT] = [20_000, 10_000];

/** Returns a port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    try {
      await once(server.listen(port, "127.0.0.1"), "listening");
      return port;
    } catch {
      // In use: try another one.
    } finally {
      server.close();
    }
  }
}
