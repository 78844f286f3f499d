import { describe, expect, test } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { afterFailure } from "#lib/delivery/circuit-breaker/breaker.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { SubscribersItem, subscribersOf, WebhookItem } from "#lib/delivery/subscriptions/entity.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import type { WebhookAudience } from "#lib/delivery/subscriptions/rights.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { decryptText } from "#lib/platform/kms.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeTeam, makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { countIn, failure } from "./subscriber-rows.ts";

useLocalTable();
/** Triggers and webhooks of all who listen in a scope. */
const subscriptions = async (audience: WebhookAudience): Promise<string[]> => {
  const subscribers = subscribersOf(await findItem(SubscribersItem, { audience }));
  return WebhookTrigger.options.flatMap((trigger) =>
    subscribers
      .filter(({ triggers }) => triggers.includes(trigger))
      .map(({ webhookId }) => `${trigger} ${webhookId}`),
  );
};

describe("changing", () => {
  test("fields that are not sent stay the same, and the subscribers of the scope are updated", async () => {
    const host = await makeHost();
    const { id } = await makeWebhook(host, { eventTriggers: ["BOOKING_CREATED", "BOOKING_PAID"] });
    const scope = `U:${host.userId}` as const;
    const changed = await updateWebhook(
      host,
      { id },
      { eventTriggers: ["BOOKING_PAID", "BOOKING_REJECTED"] },
    );
    expect(changed).toMatchObject({ id, active: true, eventTriggers: ["BOOKING_PAID", "BOOKING_REJECTED"] });
    expect(await subscriptions(scope)).toEqual([`BOOKING_REJECTED ${id}`, `BOOKING_PAID ${id}`]);
    await updateWebhook(host, { id }, { active: false });
    expect(await subscriptions(scope)).toEqual([]);
    await updateWebhook(host, { id }, { active: true });
    expect(await subscriptions(scope)).toHaveLength(2);
  });

  test("a webhook moves to an event type and back, with its count and its URL", async () => {
    const host = await makeHost();
    const { id: eventTypeId } = await makeEventType(host);
    const { id, subscriberUrl } = await makeWebhook(host);
    await updateWebhook(host, { id }, { eventTypeId });
    expect(await subscriptions(`E:${eventTypeId}`)).toEqual([`BOOKING_CREATED ${id}`]);
    expect(await countIn(`U:${host.userId}`)).toBe(0);
    await makeWebhook(host, { subscriberUrl });
    await expect(updateWebhook(host, { id }, { eventTypeId: null })).rejects.toMatchObject({
      code: "conflict",
      errors: [],
    });
  });

  test("a second target is an error of the field that was sent", async () => {
    const admin = await makeHost("ADMIN");
    const { id: eventTypeId } = await makeEventType(admin);
    const teamId = await makeTeam(admin, "OWNER");
    const [ofEventType, ofTeam] = [
      await makeWebhook(admin, { eventTypeId }),
      await makeWebhook(admin, { teamId }),
    ];
    for (const [{ id }, target, pointer] of [
      [ofEventType, { teamId }, "#/teamId"],
      [ofTeam, { eventTypeId }, "#/eventTypeId"],
      [ofTeam, { platform: true }, "#/platform"],
      [ofTeam, { eventTypeId, platform: true }, "#/platform"],
    ] as const)
      expect(await callEndpoint("webhooks.update", admin, { path: { id }, body: target })).toMatchObject({
        status: 400,
        json: { errors: [{ pointer }] },
      });
    await updateWebhook(admin, { id: ofTeam.id }, { eventTypeId, teamId: null });
  });

  test("an admin's token without the scope ADMIN can't change what only the admin may receive", async () => {
    const admin = await makeHost("ADMIN");
    const limited: Caller = { ...admin, scopes: ["WRITE_WEBHOOK"] };
    const { id: eventTypeId } = await makeEventType(await makeHost());
    const teamId = await makeTeam(await makeHost(), "OWNER");
    const elsewhere = { subscriberUrl: "https://example.com/elsewhere" };
    for (const target of [{ platform: true }, { eventTypeId }, { teamId }]) {
      const { id } = await makeWebhook(admin, target);
      await expect(updateWebhook(limited, { id }, elsewhere)).rejects.toEqual(failure("not_found"));
      await updateWebhook(admin, { id }, elsewhere);
    }
    const { id } = await makeWebhook(admin);
    expect(await updateWebhook(limited, { id }, elsewhere)).toMatchObject(elsewhere);
  });

  test("a new secret replaces the old one", async () => {
    const host = await makeHost();
    const { id } = await makeWebhook(host);
    const { sealedSecret } = await updateWebhook(host, { id }, { secret: "own text" });
    expect(await decryptText(sealedSecret, { webhookId: id })).toBe("own text");
  });

  test("changes made at the same time all happen", async () => {
    const host = await makeHost();
    const { id } = await makeWebhook(host);
    await Promise.all([
      updateWebhook(host, { id }, { payloadTemplate: "{{title}}" }),
      updateWebhook(host, { id }, { eventTriggers: ["MEETING_ENDED"] }),
      updateWebhook(host, { id }, { active: false }),
    ]);
    expect(await getWebhook(host, id)).toMatchObject({
      version: 4,
      payloadTemplate: "{{title}}",
      eventTriggers: ["MEETING_ENDED"],
      active: false,
    });
  });
});

test("deleting removes all items of a webhook", async () => {
  const host = await makeHost();
  const { id, subscriberUrl } = await makeWebhook(host);
  await writeOne(put(WebhookHealth, afterFailure(id, undefined, { ms: 0, isProbe: false })));
  expect(await deleteWebhook(host, { id })).toMatchObject({ id });
  await expect(getWebhook(host, id)).rejects.toEqual(failure("not_found"));
  expect(await findItem(WebhookHealth, { webhookId: id })).toBeUndefined();
  expect(await findItem(WebhookItem, { id })).toBeUndefined();
  expect(await subscriptions(`U:${host.userId}`)).toEqual([]);
  await makeWebhook(host, { subscriberUrl });
});
