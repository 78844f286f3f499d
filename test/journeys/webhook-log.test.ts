import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import * as z from "zod";
import { WebhookDelivery } from "#lib/delivery/deliveries/schema.ts";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { type ApiRequest, clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { type Received, type Receiver, startReceiver } from "#test/support/network/receiver.ts";
import { signers } from "#test/support/network/webhook-log.ts";

const cloud = useSharedCloud();
const Registered = z.object({ webhook: z.looseObject({ id: z.string(), secret: z.string() }) });
const Log = z.object({ deliveries: z.array(WebhookDelivery) });

/** A host whose webhook goes to a receiver, and what they do with it. */
async function makeSubscriber(receiver: Receiver) {
  const { caller, key } = await makeUserWithKey();
  const { id: eventTypeId } = await makeEventType(caller);
  const send = clientOf(cloud().baseUrl);
  const call = async (ask: Omit<ApiRequest, "key">) => {
    const { status, text, json } = await send({ ...ask, key });
    expect(status, text).toBe(200);
    return json;
  };
  const body = { subscriberUrl: receiver.url, eventTriggers: ["BOOKING_CREATED"] };
  const { webhook } = Registered.parse(await call({ method: "POST", path: "/webhooks", body }));
  const path = `/webhooks/${webhook.id}`;
  return {
    secret: webhook.secret,
    post: (action: string, sent: object, headers: Record<string, string> = {}) =>
      call({
        method: "POST",
        path: `${path}/${action}`,
        body: sent,
        headers: { "Content-Type": "application/json", ...headers },
      }),
    change: (changes: object) => call({ method: "PATCH", path, body: changes }),
    log: async (query = "") =>
      Log.parse(await call({ method: "GET", path: `${path}/deliveries${query}` })).deliveries,
    read: () => call({ method: "GET", path }),
    book: (start: string) =>
      call({ method: "POST", path: "/bookings", body: bookingRequest(eventTypeId, { start }) }),
  };
}

const eventually = (found: () => unknown) => expect.poll(found, { timeout: 60_000, interval: 50 });

it("a webhook is tested, its secret rotated, and a delivery is looked up and sent again", async () => {
  const receiver = await startReceiver();
  const { secret, post, log } = await makeSubscriber(receiver);
  await post("test", { triggerEvent: "BOOKING_CREATED" });
  await eventually(() => receiver.received.length).toBe(1);
  const { secret: fresh } = Registered.parse(await post("rotate-secret", { graceSeconds: 3_600 })).webhook;
  await eventually(async () => (await log("?status=delivered")).length).toBe(1);
  const [delivery] = await log();
  const again = { "Idempotency-Key": randomUUID() };
  const first = await post(`deliveries/${delivery?.id}/resend`, {}, again);
  expect(await post(`deliveries/${delivery?.id}/resend`, {}, again)).toEqual(first);
  await eventually(async () => (await log())[0]?.attempts.map(({ kind, status }) => [kind, status])).toEqual([
    ["manual", 200],
    ["manual", 200],
  ]);
  const [once, twice] = receiver.received as [Received, Received];
  expect(receiver.received).toHaveLength(2);
  expect([twice.headers["webhook-id"], twice.body]).toEqual([once.headers["webhook-id"], once.body]);
  expect([signers(once, [fresh, secret]), signers(twice, [fresh, secret])]).toEqual([[1], [0, 1]]);
});

it("a webhook that was disabled by 410 shows the reason, is enabled again and recovers its events", async () => {
  let isGone = true;
  const receiver = await startReceiver((response) => response.writeHead(isGone ? 410 : 200).end());
  const { post, change, log, read, book } = await makeSubscriber(receiver);
  const since = new Date(Date.now() - 60_000).toISOString();
  await book("2031-03-03T09:00:00Z");
  await eventually(read).toMatchObject({
    webhook: { active: false, disabledReason: "The subscriber responded with 410 Gone." },
  });
  isGone = false;
  expect(await change({ active: true })).toMatchObject({ webhook: { active: true, disabledReason: null } });
  await post("recover", { since });
  await eventually(async () => (await log()).map(({ status }) => status)).toEqual(["delivered"]);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});
