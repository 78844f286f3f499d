import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import * as z from "zod";

const Mail = z.object({ from: z.string(), to: z.array(z.string()), raw: z.base64() });

/** Starts aiosmtpd, a server that shares no code with the service, for one test. It must be installed as Debian's package `python3-aiosmtpd`. */
export async function startPythonSmtpServer(): Promise<{ port: number; mails: z.output<typeof Mail>[] }> {
  const server = spawn("/usr/bin/python3", [`${import.meta.dirname}/smtp-server.py`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(server, "exit");
  onTestFinished(async () => {
    server.kill();
    await exited;
  });
  const ended = exited.then((): never => {
    throw new Error("The server ended. Is python3-aiosmtpd installed?");
  });
  const lines = createInterface(server.stdout);
  const [port] = await Promise.race([once(lines, "line"), ended]);
  const mails: z.output<typeof Mail>[] = [];
  lines.on("line", (line) => mails.push(Mail.parse(JSON.parse(line))));
  return { port: Number(port), mails };
}
