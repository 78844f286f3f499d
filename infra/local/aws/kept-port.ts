import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";

/**
 * Listens on 127.0.0.1: on the given port or not at all; without one, on the port of the last start in this folder
 * when it is free, else on any. The port is part of every queue URL, so it is kept. Returns it.
 */
export async function listenOnKeptPort(server: Server, directory: string, port = 0): Promise<number> {
  const file = join(directory, "aws-port");
  const kept = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (port !== 0 || !(await listen(server, kept))) {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the endpoint has no port");
  writeFileSync(file, String(address.port));
  return address.port;
}

/** Whether the server could listen there. */
async function listen(server: Server, port: number): Promise<boolean> {
  if (port === 0) return false;
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return true;
  } catch {
    return false;
  }
}
