import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a server for one test that accepts connections and sends nothing. `greet` is called with each connection. */
export async function startSilentServer(
  greet: (socket: Socket) => void = () => {},
): Promise<{ port: number; connections(): number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // The client may close the connection at any time.
    socket.on("error", () => {});
    greet(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.size };
}
