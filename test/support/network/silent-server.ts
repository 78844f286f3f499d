import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a server for one test that takes connections and says nothing; `greet` may do something else with them. */
export async function startSilentServer(
  greet: (socket: Socket) => void = () => {},
): Promise<{ port: number; connections(): number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // A client may give up in any way.
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
