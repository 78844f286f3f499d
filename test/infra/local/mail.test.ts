import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAIL_FOLDER, MailStore } from "@almanac/local-cloud";
import { expect, it, onTestFinished } from "vitest";
import { openTransport, readMail } from "#infra/local/mail.ts";
import { composeMessage } from "#lib/mail/message.ts";
import { sendBySmtp } from "#lib/mail/transports/smtp.ts";
import { smtpServerOfUrl } from "#lib/mail/transports/smtp-server.ts";
import { mailToSend, SENDER } from "#test/support/builders/mail-message.ts";
import { startSmtpServer } from "#test/support/network/smtp-server.ts";

const FROM = "Almanac <bookings@example.com>";

it("a local service has a sender, unless it is switched off", () => {
  expect(readMail({})).toEqual({ from: FROM });
  expect(readMail({ MAIL_FROM: "a@example.com", SMTP_URL: "" })).toEqual({ from: "a@example.com" });
  expect(readMail({ SMTP_URL: "smtp://127.0.0.1:2525" })).toEqual({
    from: FROM,
    smtpUrl: "smtp://127.0.0.1:2525",
  });
  expect(readMail({ MAIL_FROM: "" })).toBeUndefined();
});

it.each([
  [{ MAIL_FROM: "Almanac" }, 'MAIL_FROM must be like "Almanac <bookings@example.com>", but is "Almanac".'],
  [{ SMTP_URL: "127.0.0.1:2525" }, "SMTP_URL must be like smtp://127.0.0.1:2525."],
  [{ SMTP_URL: "http://127.0.0.1" }, "SMTP_URL must be like smtp://127.0.0.1:2525."],
])("%j is rejected in one line", (env, message) => {
  expect(() => readMail(env)).toThrow(message);
});

it("mails to an SMTP server on this machine are in the mailbox, too", async () => {
  const server = await startSmtpServer();
  const directory = mkdtempSync(join(tmpdir(), "almanac-mail-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const smtpUrl = `smtp://127.0.0.1:${server.port}`;
  const { environment, close } = await openTransport({ from: FROM, smtpUrl }, directory);
  onTestFinished(close);
  expect(environment.SMTP_URL).not.toBe(smtpUrl);
  const message = await composeMessage(mailToSend(), SENDER);
  expect(await sendBySmtp(smtpServerOfUrl(environment.SMTP_URL ?? ""), message)).toMatchObject({
    outcome: "sent",
  });
  expect(server.mails).toHaveLength(1);
  const store = new MailStore(join(directory, MAIL_FOLDER));
  const [id = ""] = store.ids();
  expect(id).toContain(message.to);
  expect(store.find(id)?.raw.toString().trimEnd()).toBe(message.raw.toString().trimEnd());
});

it("a connection to another machine has no proxy, because it is encrypted", async () => {
  const smtpUrl = "smtp://user:password@smtp.example.com:587";
  const { environment } = await openTransport({ from: FROM, smtpUrl }, "/nowhere");
  expect(environment).toEqual({ SMTP_URL: smtpUrl });
});
