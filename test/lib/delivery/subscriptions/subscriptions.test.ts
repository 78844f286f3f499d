import { describe, expect, test, vi } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { WebhookItem } from "#lib/delivery/subscriptions/entity.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { listWebhooks } from "#lib/delivery/subscriptions/list.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { decryptText } from "#lib/platform/kms.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { SAMPLE_PEOPLE } from "#test/support/builders/sample-people.ts";
import { makeTeam, makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { countIn, failure } from "./subscriber-rows.ts";

useLocalTable();
const listed = async (caller: Caller): Promise<string[]> => {
  const ids: string[] = [];
  for await (const page of listWebhooks(caller).read({})) ids.push(...page.map(({ id }) => id));
  return ids;
};

describe("creating", () => {
  test("the response contains every field and the secret, which is stored encrypted", async () => {
    const host = await makeHost();
    const webhook = await makeWebhook(host, { subscriberUrl: "https://example.com/all" });
    expect(webhook).toMatchObject({
      id: expect.stringMatching(/^wh_[A-Za-z0-9_-]{31}$/),
      userId: host.userId,
      user: { id: host.userId, email: `host${host.userId}@example.com` },
      subscriberUrl: "https://example.com/all",
      eventTriggers: ["BOOKING_CREATED"],
      active: true,
      payloadTemplate: null,
      teamId: null,
      team: null,
      eventTypeId: null,
      eventType: null,
      platform: false,
      secret: expect.stringMatching(/^whsec_/),
    });
    const stored = await findItem(WebhookItem, { id: webhook.id });
    expect(JSON.stringify(stored)).not.toContain(webhook.secret);
    expect(await decryptText(stored?.sealedSecret ?? "", { webhookId: webhook.id })).toBe(webhook.secret);
  });

  test("an empty secret is none, as of older clients: one is generated", async () => {
    const { secret } = await makeWebhook(await makeHost(), { secret: "" });
    expect(secret).toMatch(/^whsec_/);
  });

  test("an encrypted secret can be decrypted for its own webhook only", async () => {
    const { id } = await makeWebhook(await makeHost());
    const stored = await findItem(WebhookItem, { id });
    await expect(decryptText(stored?.sealedSecret ?? "", { webhookId: "wh_other" })).rejects.toThrow();
  });

  test("a URL is unique per scope, regardless of its spelling", async () => {
    const host = await makeHost();
    const { id: eventTypeId } = await makeEventType(host);
    await makeWebhook(host, { subscriberUrl: "https://example.com/once" });
    await expect(makeWebhook(host, { subscriberUrl: "https://EXAMPLE.com:443/once" })).rejects.toMatchObject({
      code: "conflict",
      errors: [{ pointer: "#/subscriberUrl", code: "taken" }],
    });
    await makeWebhook(host, { subscriberUrl: "https://example.com/once", eventTypeId });
    await makeWebhook(await makeHost(), { subscriberUrl: "https://example.com/once" });
  });

  test("a scope has room for twenty, and for another when one is deleted", async () => {
    const host = await makeHost();
    const [first] = await Promise.all(Array.from({ length: 20 }, () => makeWebhook(host)));
    await expect(makeWebhook(host)).rejects.toEqual(failure("limit_reached"));
    await deleteWebhook(host, { id: first?.id ?? "" });
    await makeWebhook(host);
    expect(await countIn(`U:${host.userId}`)).toBe(20);
  });

  test("duplicate triggers are removed, and an unknown one is rejected with a list of the others", async () => {
    const twice = ["BOOKING_CREATED", "BOOKING_CREATED", "BOOKING_CANCELLED"];
    const webhook = await makeWebhook(await makeHost(), { eventTriggers: twice });
    expect(webhook.eventTriggers).toEqual(["BOOKING_CREATED", "BOOKING_CANCELLED"]);
    await expect(async () => makeWebhook(await makeHost(), { eventTriggers: ["BOOKED"] })).rejects.toThrow(
      /MEETING_ENDED/,
    );
  });
});

describe("whose events", () => {
  test("an event type must be the caller's own", async () => {
    const [owner, stranger, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    const { id: eventTypeId } = await makeEventType(owner);
    const webhook = await makeWebhook(owner, { eventTypeId });
    expect(webhook).toMatchObject({
      eventTypeId,
      eventType: { id: eventTypeId, title: SAMPLE_PEOPLE.title },
    });
    await expect(makeWebhook(stranger, { eventTypeId })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/eventTypeId" }],
    });
    await makeWebhook(admin, { eventTypeId });
  });

  test("a team webhook requires an admin or owner of the team", async () => {
    const [owner, member, stranger] = [await makeHost(), await makeHost(), await makeHost()];
    const teamId = await makeTeam(owner, "OWNER");
    expect(await makeWebhook(owner, { teamId })).toMatchObject({ teamId, team: { id: teamId } });
    await expect(makeWebhook(stranger, { teamId })).rejects.toEqual(failure("invalid_request"));
    const other = await makeTeam(member, "MEMBER");
    await expect(makeWebhook(member, { teamId: other })).rejects.toMatchObject({
      code: "forbidden",
      errors: [{ pointer: "#/teamId" }],
    });
  });

  test("a platform webhook requires a system admin", async () => {
    expect(await makeWebhook(await makeHost("ADMIN"), { platform: true })).toMatchObject({ platform: true });
    await expect(makeWebhook(await makeHost(), { platform: true })).rejects.toMatchObject({
      code: "forbidden",
      errors: [{ pointer: "#/platform" }],
    });
  });

  test("a webhook has at most one target", async () => {
    await expect(async () => makeWebhook(await makeHost(), { eventTypeId: 1, teamId: 1 })).rejects.toThrow(
      /one of/,
    );
  });
});

describe("reading", () => {
  test("a user can access their own, oldest first, and a system admin all", async () => {
    const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    const first = await makeWebhook(host);
    await vi.waitUntil(() => Date.now() > Date.parse(first.createdAt));
    const second = await makeWebhook(host);
    expect(await listed(host)).toEqual([first.id, second.id]);
    expect(await listed(other)).toEqual([]);
    expect(await listed(admin)).toEqual(expect.arrayContaining([first.id, second.id]));
  });

  test("another user's webhook is not found, except by a system admin", async () => {
    const { id } = await makeWebhook(await makeHost());
    const stranger = await makeHost();
    await expect(getWebhook(stranger, id)).rejects.toEqual(failure("not_found"));
    await expect(deleteWebhook(stranger, { id })).rejects.toEqual(failure("not_found"));
    await expect(updateWebhook(stranger, { id }, { active: false })).rejects.toEqual(failure("not_found"));
    expect(await getWebhook(await makeHost("ADMIN"), id)).toMatchObject({ id });
  });
});
