import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { SMTPServer } from "smtp-server";
import { expect, it, onTestFinished } from "vitest";
import { MailStore } from "#local-cloud/mail/mail-store.ts";
import { startSmtpProxy } from "#local-cloud/mail/smtp-proxy.ts";
import { temporaryDirectory } from "#local-cloud/testing/local-aws.ts";

async function startProxy(port: number) {
  const store = new MailStore(temporaryDirectory());
  const proxy = await startSmtpProxy({ host: "127.0.0.1", port }, store);
  onTestFinished(() => proxy.close());
  return { store, port: proxy.port };
}

/** Starts a server that rejects messages with "reject" in them. */
async function startServer(): Promise<{ port: number; received: string[] }> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, callback) {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
      });
      stream.on("end", () => {
        received.push(text);
        callback(text.includes("reject") ? Object.assign(new Error("no"), { responseCode: 550 }) : null);
      });
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = listener.address();
  return { received, port: typeof address === "object" && address !== null ? address.port : 0 };
}

/** Sends messages on one connection. Returns "sent" or the error of each. */
async function send(port: number, messages: readonly string[]): Promise<string[]> {
  const connection = new SMTPConnection({ host: "127.0.0.1", port, ignoreTLS: true });
  const results: string[] = [];
  await new Promise<void>((resolve, reject) => {
    connection.on("error", reject);
    connection.connect(() => resolve());
  });
  for (const message of messages)
    await new Promise<void>((resolve) => {
      const envelope = { from: "bookings@example.com", to: ["ann@example.com"] };
      connection.send(envelope, message, (error) => {
        results.push(error ? `error ${error.responseCode}` : "sent");
        resolve();
      });
    });
  connection.quit();
  return results;
}

it("passes mails on unchanged, and stores them with what the server did", async () => {
  const server = await startServer();
  const { store, port } = await startProxy(server.port);
  const long = `Subject: one\r\n\r\n.a dot\r\n..two\r\n${"Zeile\r\n".repeat(20_000)}`;
  expect(await send(port, [long, "Subject: reject\r\n\r\n.\r\n"])).toEqual(["sent", "error 550"]);
  const mails = store.ids().flatMap((id) => store.find(id) ?? []);
  expect(mails.map(({ status }) => status)).toEqual(["rejected", "sent"]);
  expect(mails.map(({ raw }) => raw.toString("latin1")).reverse()).toEqual(server.received);
});

it("closes connections if the server is down, and stores nothing", async () => {
  const down = createServer();
  down.listen(0, "127.0.0.1");
  await once(down, "listening");
  const address = down.address();
  const closedPort = typeof address === "object" && address !== null ? address.port : 0;
  down.close();
  const { store, port } = await startProxy(closedPort);
  expect(await send(port, ["x"]).catch(() => ["closed"])).not.toEqual(["sent"]);
  expect(store.ids()).toEqual([]);
});

it("closes the connection if the server does so in the middle of a message", async () => {
  const server = createServer((socket: Socket) => {
    socket.write("220 hello\r\n");
    socket.on("data", (data) => {
      const text = data.toString();
      if (text.startsWith("DATA")) socket.write("354 go\r\n");
      else if (/^(EHLO|MAIL|RCPT)/.test(text)) socket.write("250 ok\r\n");
      else socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const { store, port } = await startProxy(
    typeof address === "object" && address !== null ? address.port : 0,
  );
  const result = await send(port, ["Subject: x\r\n\r\nx"]).catch(() => ["closed"]);
  expect(result).not.toEqual(["sent"]);
  expect(store.ids()).toEqual([]);
});
