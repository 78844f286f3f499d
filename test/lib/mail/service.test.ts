import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { languageOf } from "#lib/mail/content/sentences.ts";
import type { MailMessage } from "#lib/mail/message.ts";
import { getSender, parseSender } from "#lib/mail/sender.ts";
import { getMailService } from "#lib/mail/service.ts";
import type { MessageTags } from "#lib/mail/transports/message-tags.ts";
import { startSmtpServer } from "#test/support/network/smtp-server.ts";

const MESSAGE: MailMessage = {
  ...{ id: "<1@example.com>", from: "bookings@example.com", to: "ann@example.com" },
  raw: Buffer.from("Subject: Hello\r\n\r\nA line\r\n"),
};
const TAGS: MessageTags = { userId: "7", bookingId: "41", eventId: "evt_1", person: "p", resends: "0" };

beforeEach(() => {
  vi.stubEnv("MAIL_FROM", "Example Bookings <bookings@example.com>");
});

describe("the sender", () => {
  it.each([
    [
      "Example <bookings@example.com>",
      { name: "Example", address: "bookings@example.com", domain: "example.com" },
    ],
    [
      '"Example, Inc." <a@b.example.com>',
      { name: "Example, Inc.", address: "a@b.example.com", domain: "b.example.com" },
    ],
    ["bookings@example.com", { name: "", address: "bookings@example.com", domain: "example.com" }],
    ["Example", undefined],
    ["Example <bookings>", undefined],
    ["Example <a@example.com> <b@example.com>", undefined],
    ["", undefined],
  ])("%j", (text, expected) => {
    expect(parseSender(text)).toEqual(expected);
  });

  it("has the domain of the service's identity in the ids of messages", () => {
    vi.stubEnv("MAIL_FROM", "bookings@mail.example.com");
    expect(getSender().domain).toBe("mail.example.com");
    vi.stubEnv("MAIL_DOMAIN", "example.com");
    expect(getSender().domain).toBe("example.com");
  });
});

test("SMTP_URL sends to that server", async () => {
  const { port, mails } = await startSmtpServer();
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
  expect(await getMailService().send(MESSAGE, TAGS)).toMatchObject({ outcome: "sent" });
  expect(mails).toMatchObject([{ from: "bookings@example.com", to: ["ann@example.com"] }]);
});

test("the server in a secret is read once", async () => {
  const secrets = mockClient(SecretsManagerClient);
  onTestFinished(() => secrets.restore());
  const SecretString = JSON.stringify({ host: "127.0.0.1", port: 1, user: "u", password: "p" });
  secrets.on(GetSecretValueCommand).resolves({ SecretString });
  vi.stubEnv("SMTP_SECRET_ARN", "arn:aws:secretsmanager:eu-west-1:1:secret:smtp");
  for (const _ of [1, 2])
    expect(await getMailService().send(MESSAGE, TAGS)).toMatchObject({ outcome: "retry" });
  expect(secrets.calls()).toHaveLength(1);
});

test("SES sends with the configuration set and the ids of the mail", async () => {
  const ses = mockClient(SESv2Client);
  onTestFinished(() => ses.restore());
  ses.on(SendEmailCommand).resolves({ MessageId: "0100-ses" });
  vi.stubEnv("MAIL_CONFIGURATION_SET", "Almanac");
  expect(await getMailService().send(MESSAGE, TAGS)).toEqual({ outcome: "sent", transportId: "0100-ses" });
  const [call] = ses.commandCalls(SendEmailCommand);
  expect(call?.args[0].input).toMatchObject({
    ConfigurationSetName: "Almanac",
    EmailTags: Object.entries(TAGS).map(([Name, Value]) => ({ Name, Value })),
  });
});

test.each([
  [undefined, "fr-CH", "fr-CH"],
  [undefined, "it", "en"],
  ["de,en", "fr", "en"],
  ["de,fr", "es", "de"],
  ["de,fr", "fr-CH", "fr-CH"],
])("with the languages %j, a person with %j gets %j", (setting, locale, expected) => {
  if (setting !== undefined) vi.stubEnv("MAIL_LANGUAGES", setting);
  expect(languageOf(locale, getMailService().languages).locale).toBe(expected);
});
