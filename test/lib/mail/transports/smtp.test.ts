import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, it, onTestFinished, test } from "vitest";
import type { MailMessage } from "#lib/mail/message.ts";
import { sendBySmtp } from "#lib/mail/transports/smtp.ts";
import { type SmtpServer, smtpServerOfSecret, smtpServerOfUrl } from "#lib/mail/transports/smtp-server.ts";
import { makeCertificate } from "#test/support/network/certificate.ts";
import { startSilentServer } from "#test/support/network/silent-server.ts";
import { type SmtpServerOptions, smtpError, startSmtpServer } from "#test/support/network/smtp-server.ts";

const RAW = "Subject: Hello\r\n\r\nA line\r\n.\r\n..two\r\n";
const MESSAGE: MailMessage = {
  ...{ id: "<1@example.com>", from: "bookings@example.com", to: "ann@example.com" },
  raw: Buffer.from(RAW),
};
const QUICK = { stepMs: 300, wholeMs: 600 };
const QUICK_STEPS = { ...QUICK, wholeMs: 60_000 };
const on = (port: number, changes: Partial<SmtpServer> = {}): SmtpServer => ({
  ...{ host: "localhost", port, security: "none" },
  ...changes,
});

/** Lets this process trust a certificate until the end of the test. */
function trust(cert: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test("a mail arrives as it was composed, and the server's response is its id", async () => {
  const { port, mails } = await startSmtpServer();
  expect(await sendBySmtp(on(port), MESSAGE)).toEqual({ outcome: "sent", transportId: "250 queued as 4711" });
  expect(mails).toEqual([
    { from: MESSAGE.from, to: [MESSAGE.to], raw: RAW, user: undefined, isEncrypted: false },
  ]);
});

describe("with TLS", () => {
  const credentials = { user: "almanac", password: "pässword" };
  const withPassword = {
    onAuth: ({ username, password }, _, done) =>
      password === credentials.password ? done(null, { user: username ?? "" }) : done(smtpError(535)),
  } satisfies SmtpServerOptions;

  it.each(["tls", "starttls"] as const)(
    "by %s, the user signs in on an encrypted connection",
    async (security) => {
      const pair = makeCertificate("localhost");
      trust(pair.cert);
      const server = await startSmtpServer({
        ...pair,
        ...withPassword,
        secure: security === "tls",
        authOptional: false,
      });
      const result = await sendBySmtp(on(server.port, { security, credentials }), MESSAGE);
      expect(result).toMatchObject({ outcome: "sent" });
      expect(server.mails).toMatchObject([{ user: "almanac", isEncrypted: true }]);
    },
  );

  it("a wrong password is tried again, because the operator can change it", async () => {
    const pair = makeCertificate("localhost");
    trust(pair.cert);
    const { port } = await startSmtpServer({ ...pair, ...withPassword, secure: true });
    const server = on(port, { security: "tls", credentials: { user: "almanac", password: "old" } });
    expect(await sendBySmtp(server, MESSAGE)).toEqual({ outcome: "retry", reason: "535" });
  });

  it.each(["tls", "starttls"] as const)(
    "by %s, nothing is sent to a server with an unknown certificate",
    async (security) => {
      const { port, mails } = await startSmtpServer({
        ...makeCertificate("localhost"),
        secure: security === "tls",
      });
      expect(await sendBySmtp(on(port, { security }), MESSAGE)).toEqual({
        outcome: "retry",
        reason: expect.stringMatching(/^E/),
      });
      expect(mails).toEqual([]);
    },
  );

  it("nothing is sent to a server without STARTTLS if that is required", async () => {
    const { port, mails } = await startSmtpServer();
    expect(await sendBySmtp(on(port, { security: "starttls" }), MESSAGE)).toMatchObject({
      outcome: "retry",
    });
    expect(mails).toEqual([]);
  });
});

describe.each([
  [421, "retry"],
  [450, "retry"],
  [451, "retry"],
  [503, "retry"],
  [550, "failed"],
  [554, "failed"],
] as const)("a response %i", (code, outcome) => {
  it.each(["onMailFrom", "onRcptTo"] as const)(`in %s is: ${outcome}`, async (step) => {
    const { port } = await startSmtpServer({
      [step]: (...[, , done]: [unknown, unknown, (error: Error) => void]) => done(smtpError(code)),
    });
    expect(await sendBySmtp(on(port), MESSAGE)).toEqual({ outcome, reason: String(code) });
  });

  it(`to the message is: ${outcome}`, async () => {
    const { port } = await startSmtpServer({
      onData: (stream, _, done) => {
        stream.resume();
        stream.on("end", () => done(smtpError(code, "5.7.1 <ann@example.com> is unknown")));
      },
    });
    expect(await sendBySmtp(on(port), MESSAGE)).toEqual({ outcome, reason: `${code} 5.7.1` });
  });
});

test("a server that rejects all connections is tried again", async () => {
  const { port } = await startSmtpServer({ onConnect: (_, done) => done(smtpError(554)) });
  expect(await sendBySmtp(on(port), MESSAGE)).toMatchObject({ outcome: "retry" });
});

test("a message that is too large for the server is not tried again", async () => {
  const { port } = await startSmtpServer({ size: 10 });
  expect(await sendBySmtp(on(port), MESSAGE)).toMatchObject({ outcome: "failed" });
});

describe("is tried again if the server", { timeout: 10_000 }, () => {
  it("says nothing", async () => {
    const { port } = await startSilentServer();
    expect(await sendBySmtp(on(port), MESSAGE, QUICK_STEPS)).toEqual({
      outcome: "retry",
      reason: "ETIMEDOUT",
    });
  });

  it("stops in the middle", async () => {
    const { port } = await startSmtpServer({ onRcptTo: () => {} });
    expect(await sendBySmtp(on(port), MESSAGE, QUICK_STEPS)).toEqual({
      outcome: "retry",
      reason: "ETIMEDOUT",
    });
  });

  it("does not confirm the message", async () => {
    const { port } = await startSmtpServer({ onData: (stream) => void stream.resume() });
    expect(await sendBySmtp(on(port), MESSAGE, QUICK_STEPS)).toEqual({
      outcome: "retry",
      reason: "ETIMEDOUT",
    });
  });

  it("answers each step just in time", async () => {
    const { port } = await startSilentServer((socket) => {
      const answer = (text: string) => setTimeout(() => socket.write(`${text}\r\n`), 200);
      answer("220 hello");
      socket.on("data", (data) => answer(data.includes("DATA") ? "354 go" : "250 ok"));
    });
    expect(await sendBySmtp(on(port), MESSAGE, QUICK)).toEqual({ outcome: "retry", reason: "ETIMEDOUT" });
  });

  it.each(["", "220 hello\r\n", "not SMTP\r\n"])("closes the connection after %j", async (greeting) => {
    const { port } = await startSilentServer((socket) => socket.end(greeting));
    expect(await sendBySmtp(on(port), MESSAGE, QUICK)).toEqual({
      outcome: "retry",
      reason: expect.stringMatching(/^E[A-Z]+$/),
    });
  });

  it("closes the connection instead of confirming the message", async () => {
    const { port } = await startSilentServer((socket) => {
      socket.write("220 a\r\n");
      socket.on("data", (data) => {
        if (data.includes("\r\n.\r\n")) socket.destroy();
        else socket.write(data.includes("DATA") ? "354 go\r\n" : "250 ok\r\n");
      });
    });
    expect(await sendBySmtp(on(port), MESSAGE, QUICK)).toEqual({ outcome: "retry", reason: "ECONNECTION" });
  });

  it("does not exist", async () => {
    expect(await sendBySmtp(on(1), MESSAGE, QUICK)).toEqual({ outcome: "retry", reason: "ESOCKET" });
    expect(await sendBySmtp(on(25, { host: "no.invalid" }), MESSAGE, QUICK)).toEqual({
      outcome: "retry",
      reason: "EDNS",
    });
  });
});

test.each([
  [
    "smtps://u:p@smtp.example.com",
    { host: "smtp.example.com", port: 465, security: "tls", credentials: { user: "u", password: "p" } },
  ],
  [
    "smtps://u%40x:p%2Fw@smtp.example.com:2465",
    { host: "smtp.example.com", port: 2465, security: "tls", credentials: { user: "u@x", password: "p/w" } },
  ],
  ["smtp://smtp.example.com", { host: "smtp.example.com", port: 587, security: "starttls" }],
  ["smtp://10.0.0.1:25", { host: "10.0.0.1", port: 25, security: "starttls" }],
  ["smtp://127.0.0.1:2525", { host: "127.0.0.1", port: 2525, security: "none" }],
  ["smtp://localhost:2525", { host: "localhost", port: 2525, security: "none" }],
  ["smtp://[::1]:2525", { host: "::1", port: 2525, security: "none" }],
  ["smtp://localhost.example.com:2525", { host: "localhost.example.com", port: 2525, security: "starttls" }],
])("the URL %s", (url, server) => {
  expect(smtpServerOfUrl(url)).toEqual(server);
});

test.each(["http://smtp.example.com", "smtp.example.com", "smtp:"])("%s is no URL of a server", (url) => {
  expect(() => smtpServerOfUrl(url)).toThrow();
});

test("a secret names a server with TLS", () => {
  const secret = { host: "smtp.example.com", port: 465, user: "u", password: "p" };
  const credentials = { user: "u", password: "p" };
  const server = { host: "smtp.example.com", port: 465, security: "tls", credentials };
  expect(smtpServerOfSecret(JSON.stringify(secret))).toEqual(server);
  expect(smtpServerOfSecret(JSON.stringify({ ...secret, host: "localhost", port: 25 })).security).toBe(
    "starttls",
  );
  expect(() => smtpServerOfSecret(JSON.stringify({ ...secret, password: "" }))).toThrow();
});
