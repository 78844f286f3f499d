import { beforeAll, describe, expect, it } from "vitest";
import { currentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import {
  book,
  bookingRequest,
  makeEventType,
  makeUserWithKey,
  type UserWithKey,
} from "#test/support/builders/builders.ts";
import { type ClientWithSecret, makeClient, makeCode, REDIRECT_URI } from "#test/support/builders/oauth.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { type ApiRequest, clientOf } from "#test/support/calls/api-client.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

/** The functions of a standby, with the roles they have there. What is written beforehand is written as the home would. */
const cloud = useCloud({ assembly: await currentAssembly({ standby: "true" }) });

const START = "2031-03-03T09:00:00.000Z";
const WAITS = "This region is read-only at the moment. Try again later.";
const QUEUES = ["EventsQueueUrl", "DeliveriesQueueUrl", "TimersQueueUrl"] as const;

let host: UserWithKey;
let admin: UserWithKey;
let eventTypeId: number;
let booking: StoredBooking;
let webhookId: string;
let client: ClientWithSecret;
let code: string;

beforeAll(async () => {
  host = await makeUserWithKey();
  admin = await makeUserWithKey("ADMIN");
  const eventType = await makeEventType(host.caller);
  eventTypeId = eventType.id;
  booking = await book(host.caller, eventType, { start: START });
  ({ id: webhookId } = await makeWebhook(host.caller));
  client = await makeClient();
  code = await makeCode(host.caller, client.client);
});

const send = (ask: Omit<ApiRequest, "key">, { key } = host) => clientOf(cloud().baseUrl)({ ...ask, key });

/** Every item of the table by its key. */
const everything = async () =>
  Object.fromEntries((await scanTable()).map((item) => [`${item["pk"]} ${item["sk"]}`, item]));

/** How many messages there are in the queues. */
const waiting = (): number[] =>
  QUEUES.map((output) => {
    const { visible, inFlight, delayed } = cloud().queues.counts(
      String(cloud().outputs[output].split("/").at(-1)),
    );
    return visible + inFlight + delayed;
  });

describe("a standby", () => {
  it("answers reads of every kind, with a limit that it does not count", async () => {
    const paths = ["/me", "/bookings", `/bookings/${booking.id}`, "/event-types", "/events", "/webhooks"];
    for (const path of [
      ...paths,
      `/webhooks/${webhookId}/deliveries`,
      "/.well-known/jwks.json",
      "/openapi.json",
    ])
      expect([path, (await send({ method: "GET", path })).status]).toEqual([path, 200]);
    expect((await send({ method: "GET", path: "/audit" }, admin)).status).toBe(200);
    const answers = [await send({ method: "GET", path: "/me" }), await send({ method: "GET", path: "/me" })];
    for (const { headers } of answers)
      expect(headers["ratelimit-remaining"]).toBe(headers["ratelimit-limit"]);
    expect((await send({ method: "GET", path: "/bookings" })).json).toMatchObject({
      bookings: [{ id: booking.id }],
    });
  });

  it("still knows who may not read", async () => {
    expect((await send({ method: "GET", path: "/me" }, { ...host, key: `${host.key}x` })).status).toBe(401);
    expect((await send({ method: "GET", path: "/audit" })).status).toBe(403);
  });

  it("refuses every change with the same answer, says when to come again, and changes nothing", async () => {
    const id = booking.id;
    const hook = { subscriberUrl: "https://example.com/more", eventTriggers: ["BOOKING_CREATED"] };
    const changes: Omit<ApiRequest, "key">[] = [
      {
        method: "POST",
        path: "/bookings",
        body: bookingRequest(eventTypeId, { start: "2031-03-03T11:00:00Z" }),
      },
      { method: "PATCH", path: `/bookings/${id}`, body: { title: "Moved" } },
      { method: "DELETE", path: `/bookings/${id}/cancel` },
      {
        method: "POST",
        path: "/attendees",
        body: { bookingId: id, email: "a@example.com", name: "A", timeZone: "UTC" },
      },
      { method: "POST", path: "/event-types", body: { title: "More", slug: "more", length: 30 } },
      { method: "DELETE", path: `/event-types/${eventTypeId}` },
      { method: "POST", path: "/webhooks", body: hook },
      { method: "DELETE", path: `/webhooks/${webhookId}` },
      { method: "POST", path: `/webhooks/${webhookId}/test`, body: { triggerEvent: "BOOKING_CREATED" } },
      {
        method: "POST",
        path: `/webhooks/${webhookId}/recover`,
        body: { since: new Date(Date.now() - 3_600_000).toISOString() },
      },
    ];
    const before = await everything();
    for (const change of changes) {
      const { status, headers, json } = await send({
        ...change,
        headers: { "Idempotency-Key": change.path },
      });
      expect([change.path, status, json]).toMatchObject([
        change.path,
        503,
        { code: "temporarily_unavailable", detail: WAITS },
      ]);
      expect(headers["retry-after"]).toBe("60");
    }
    expect(await everything()).toEqual(before);
    expect(waiting()).toEqual([0, 0, 0]);
  });

  it("gives out no tokens, in the words of OAuth", async () => {
    const before = await everything();
    const body = new URLSearchParams({
      ...{ grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI },
      ...{ client_id: client.client.id, client_secret: client.secret ?? "" },
    }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const { status, json } = await send({ method: "POST", path: "/api/auth/oauth/token", body, headers });
    expect([status, json]).toMatchObject([
      503,
      { error: "temporarily_unavailable", error_description: WAITS },
    ]);
    expect(await everything()).toEqual(before);
  });

  it("publishes nothing, for its readers and its clock are off", async () => {
    const before = await everything();
    expect(Object.values(before).filter((item) => "unpublished" in item)).toHaveLength(1);
    await cloud().runSchedules();
    expect(waiting()).toEqual([0, 0, 0]);
    expect(await everything()).toEqual(before);
  });
});
