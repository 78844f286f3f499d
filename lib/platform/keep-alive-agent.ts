import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Socket } from "node:net";

/**
 * Maximum number of concurrent calls of a client; others wait. A call takes some tenths of a millisecond of CPU time, so more would not be
 * faster, and a slow CPU can still process each of these in time.
 */
const MAX_CONNECTIONS = 16;

/**
 * Creates an agent whose connections stay open after a request. They can die unnoticed while Lambda freezes the function. If a request on
 * such a connection fails, the agent closes all idle ones, so that the next attempt opens a new one.
 *
 * @param connectMs - milliseconds within which a connection must be established
 */
export function createKeepAliveAgent(isEncrypted: boolean, connectMs: number): HttpAgent {
  const agent = new (isEncrypted ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { createConnection, reuseSocket } = agent;
  agent.createConnection = (options, callback) => {
    const socket = createConnection.call(agent, options, callback);
    if (socket instanceof Socket) limitConnecting(socket, connectMs);
    return socket;
  };
  agent.reuseSocket = (socket, request) => {
    reuseSocket.call(agent, socket, request);
    request.once("error", () => closeIdleConnections(agent));
  };
  return agent;
}

/** The SDK's own timeout starts when the connection is established. */
function limitConnecting(socket: Socket, milliseconds: number): void {
  socket.setTimeout(milliseconds, () => {
    if (socket.connecting)
      socket.destroy(Object.assign(new Error("connecting timed out"), { code: "ETIMEDOUT" }));
  });
}

function closeIdleConnections({ freeSockets }: HttpAgent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}
