import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from "@aws-sdk/client-sesv2";
import { describe, expect, it } from "vitest";
import type { Statement } from "#local-cloud/aws/types.ts";
import { MailStore } from "#local-cloud/mail/mail-store.ts";
import { startLocalAws, temporaryDirectory } from "#local-cloud/testing/local-aws.ts";

const arnOf = (resource: string): string => `arn:aws:ses:us-east-1:000000000000:${resource}`;
const allow = (actions: string[], ...resources: string[]): Statement => ({
  effect: "Allow",
  actions,
  resources: resources.map(arnOf),
});
const ACTIONS = ["ses:SendEmail", "ses:SendRawEmail"];
const RAW = Buffer.from(
  "From: Almanac <bookings@example.com>\r\nTo: Ann <ann@example.com>\r\nSubject: Hi\r\n\r\nHällo\r\n",
);

async function startSes() {
  const callers = new Map([
    ["sender", [allow(ACTIONS, "identity/example.com", "configuration-set/almanac")]],
    ["simple", [allow(["ses:SendEmail"], "identity/example.com")]],
    ["reader", []],
  ]);
  const { url, directory, usage } = await startLocalAws({ callers, dynamodbEndpoint: "http://127.0.0.1:9" });
  const send = (more: Partial<SendEmailCommandInput> = {}, accessKeyId = "sender") =>
    new SESv2Client({
      endpoint: url,
      region: "us-east-1",
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey: "local" },
    }).send(
      new SendEmailCommand({
        FromEmailAddress: "bookings@example.com",
        Destination: { ToAddresses: ["ann@example.com"] },
        Content: { Raw: { Data: RAW } },
        ...more,
      }),
    );
  const files = (): string[] => readdirSync(join(directory, "mail"));
  return { send, files, directory, usage };
}

describe("the local SES", () => {
  it("stores the message of a mail unchanged", async () => {
    const { send, files, directory } = await startSes();
    const { MessageId } = await send({ ConfigurationSetName: "almanac" });
    expect(MessageId).toMatch(/^local-/);
    expect(files()).toEqual([
      expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d-]+\.\d{3}Z-ann@example\.com\.eml$/),
    ]);
    expect(readFileSync(join(directory, "mail", files()[0] ?? ""))).toEqual(RAW);
  });

  it("takes the sender and recipients from the message if the request has none", async () => {
    const { send, files } = await startSes();
    await send({ FromEmailAddress: undefined, Destination: undefined });
    expect(files()).toHaveLength(1);
  });

  it.each([
    ["a role without the permission", {}, "reader"],
    ["a role without the permission for raw content", {}, "simple"],
    ["another domain", { FromEmailAddress: "bookings@example.org" }, "sender"],
    ["another configuration set", { ConfigurationSetName: "other" }, "sender"],
  ])("stores nothing for %s", async (_, more, caller) => {
    const { send, directory } = await startSes();
    mkdirSync(join(directory, "mail"));
    await expect(send(more, caller)).rejects.toMatchObject({
      name: "AccessDeniedException",
      $metadata: { httpStatusCode: 403 },
    });
    expect(readdirSync(join(directory, "mail"))).toEqual([]);
  });

  it.each([
    ["other content than raw", { Content: { Simple: { Subject: { Data: "Hi" }, Body: {} } } }],
    ["no recipient", { Destination: { ToAddresses: [] } }],
    [
      "too many recipients",
      { Destination: { ToAddresses: Array.from({ length: 51 }, (_, at) => `a${at}@example.com`) } },
    ],
  ])("rejects %s", async (_, more) => {
    const { send } = await startSes();
    await expect(send(more)).rejects.toMatchObject({ name: "BadRequestException" });
  });

  it("counts the calls of a role", async () => {
    const { send, usage } = await startSes();
    await send();
    for (const action of ACTIONS)
      expect(usage().get("sender")?.get(action)).toEqual({ allowed: 1, denied: 0 });
  });
});

describe("the stored mails", () => {
  it("have safe file names, whatever the recipient", () => {
    const directory = temporaryDirectory();
    const store = new MailStore(directory);
    for (const to of ["../../etc/passwd", "a/b@c", 'é"<x>@y.z', "x".repeat(500), ".", ""]) store.add(to, RAW);
    const names = readdirSync(directory);
    expect(names).toHaveLength(6);
    for (const name of names) expect(name).toMatch(/^\d{4}[\w.@+-]{1,120}\.eml$/);
    for (const id of store.ids()) expect(store.find(id)?.raw).toEqual(RAW);
  });

  it("are at most as many as set: the oldest are deleted", () => {
    const store = new MailStore(temporaryDirectory(), { most: 2 });
    const ids = ["a@example.com", "b@example.com", "c@example.com"].map((to) => store.add(to, RAW));
    expect(store.ids()).toEqual([ids[2], ids[1]]);
    expect(store.find(ids[0] ?? "")).toBeUndefined();
  });

  it("of the same time and recipient are different files, and say whether they were rejected", () => {
    const store = new MailStore(temporaryDirectory());
    const ids = Array.from({ length: 20 }, () => store.add("a@example.com", RAW, "rejected"));
    expect(new Set(ids).size).toBe(20);
    expect(store.find(ids[0] ?? "")).toMatchObject({
      status: "rejected",
      time: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/),
    });
  });

  it("are not found outside of their folder", () => {
    const store = new MailStore(join(temporaryDirectory(), "mail"));
    for (const id of ["../queues.db", "", "..", "2026-11-26T08-14-22.123Z-../../x"])
      expect(store.find(id)).toBeUndefined();
    expect(store.ids()).toEqual([]);
  });
});
