import { beforeAll, describe, expect, it } from "vitest";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
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

/** The functions of a standby, with their roles there. The tests prepare the table as the home region does. */
const cloud = useCloud({ assembly: await getCurrentAssembly({ standby: "true" }) });

const START = "2031-03-03T09:00:00.000Z";
const READ_ONLY = "This region is read-only at the moment. Try again later.";
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

const send = (request: Omit<ApiRequest, "key">, { key } = host) =>
  clientOf(cloud().baseUrl)({ ...request, key });

/** Every item of the table by its key. */
const readTable = async () =>
  Object.fromEntries((await scanTable()).map((item) => [`${item["pk"]} ${item["sk"]}`, item]));

/** The number of messages in each queue. */
const messageCounts = (): number[] =>
  QUEUES.map((output) => {
    const { visible, inFlight, delayed } = cloud().queues.counts(
      String(cloud().outputs[output].split("/").at(-1)),
    );
    return visible + inFlight + delayed;
  });

describe("a standby", () => {
  it("serves reads of every kind, and does not count them for the rate limit", async () => {
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

  it("checks credentials and roles", async () => {
    expect((await send({ method: "GET", path: "/me" }, { ...host, key: `${host.key}x` })).status).toBe(401);
    expect((await send({ method: "GET", path: "/audit" })).status).toBe(403);
  });

  it("rejects every change with the same error and Retry-After, and changes nothing", async () => {
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
    const before = await readTable();
    for (const change of changes) {
      const { status, headers, json } = await send({
        ...change,
        headers: { "Idempotency-Key": change.path },
      });
      expect([change.path, status, json]).toMatchObject([
        change.path,
        503,
        { code: "temporarily_unavailable", detail: READ_ONLY },
      ]);
      expect(headers["retry-after"]).toBe("60");
    }
    expect(await readTable()).toEqual(before);
    expect(messageCounts()).toEqual([0, 0, 0]);
  });

  it("issues no tokens, and returns the OAuth error", async () => {
    const before = await readTable();
    const body = new URLSearchParams({
      ...{ grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI },
      ...{ client_id: client.client.id, client_secret: client.secret ?? "" },
    }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const { status, json } = await send({ method: "POST", path: "/api/auth/oauth/token", body, headers });
    expect([status, json]).toMatchObject([
      503,
      { error: "temporarily_unavailable", error_description: READ_ONLY },
    ]);
    expect(await readTable()).toEqual(before);
  });

  it("publishes nothing: its consumers and schedules are disabled", async () => {
    const before = await readTable();
    expect(Object.values(before).filter((item) => "unpublished" in item)).toHaveLength(1);
    await cloud().runSchedules();
    expect(messageCounts()).toEqual([0, 0, 0]);
    expect(await readTable()).toEqual(before);
  });
});
