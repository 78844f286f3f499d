import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";

/** Returns a free port of 127.0.0.1. */
export async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = getPort(server);
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Listens on 127.0.0.1 and returns the port: the given one; or else that of the last start in this folder, if it is
 * free; or else any free one. The port is stored, because it is part of every queue URL.
 */
export async function listenOnStoredPort(server: HttpServer, directory: string, port = 0): Promise<number> {
  const file = join(directory, "aws-port");
  const storedPort = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (port !== 0 || !(await tryListen(server, storedPort))) {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  const listeningPort = getPort(server);
  writeFileSync(file, String(listeningPort));
  return listeningPort;
}

/** Returns whether the server could listen on the port. */
async function tryListen(server: Server, port: number): Promise<boolean> {
  if (port === 0) return false;
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return true;
  } catch {
    return false;
  }
}

function getPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
