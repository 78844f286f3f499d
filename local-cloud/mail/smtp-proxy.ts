import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { MailStore } from "./mail-store.ts";

/** A running proxy. */
export interface SmtpProxy {
  port: number;
  close(): Promise<void>;
}

/** Bytes of the longest message that is stored. */
const LONGEST = 40 * 1024 * 1024;

/**
 * Starts an SMTP server on 127.0.0.1 that passes everything on to another one on this machine, byte by byte, and stores the mails that pass.
 * If the other server is down, connections close.
 */
export async function startSmtpProxy(
  target: { host: string; port: number },
  store: MailStore,
): Promise<SmtpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    const observer = observe(store);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    client.on("data", observer.onSent);
    upstream.on("data", observer.onReply);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  // It must not keep a process alive that could not start.
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Follows one conversation (RFC 5321 §3.3): the recipients, the message, and the reply to it. */
function observe(store: MailStore) {
  let sent = "";
  let replies = "";
  let recipients: string[] = [];
  let state: "commands" | "message" | "waiting" = "commands";
  let message = "";
  return {
    onSent(bytes: Buffer): void {
      sent = (sent + bytes.toString("latin1")).slice(-LONGEST);
      if (state !== "message") {
        recipients.push(...[...sent.matchAll(/^RCPT TO:<([^>]*)>/gim)].map(([, to = ""]) => to));
        sent = sent.slice(sent.lastIndexOf("\n") + 1);
        return;
      }
      const end = `\r\n${sent}`.indexOf("\r\n.\r\n");
      if (end < 0) return;
      message = sent.slice(0, end).replace(/^\.\./gm, ".");
      sent = "";
      state = "waiting";
    },
    onReply(bytes: Buffer): void {
      replies += bytes.toString("latin1");
      const lines = replies.split("\r\n");
      replies = lines.pop() ?? "";
      for (const code of lines.map((line) => /^(\d{3})(?: |$)/.exec(line)?.[1])) {
        if (code === "354") state = "message";
        else if (code !== undefined && state === "waiting") {
          for (const recipient of recipients)
            store.add(recipient, Buffer.from(message, "latin1"), code.startsWith("2") ? "sent" : "rejected");
          recipients = [];
          state = "commands";
        }
      }
    },
  };
}
