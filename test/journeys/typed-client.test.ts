import { beforeAll, describe, expect, it } from "vitest";
import type { AlmanacClient } from "#client/create-client.ts";
import { makeSomebody } from "#test/support/builders.ts";
import { useSharedCloud } from "#test/support/cloud.ts";
import { typedClient } from "#test/support/typed-client.ts";

const cloud = useSharedCloud();
const NINE = "2031-03-03T09:00:00.000Z";
const TEN = "2031-03-03T10:00:00.000Z";
const ELEVEN = "2031-03-03T11:00:00.000Z";
const ann = { name: "Ann van Dyke", email: "ann@example.com" };

/** What a call must have answered. */
function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

describe("a program with the typed client", () => {
  let almanac: AlmanacClient;
  let eventTypeId: number;

  beforeAll(async () => {
    almanac = typedClient(cloud().baseUrl, (await makeSomebody()).key);
    const body = { title: "Introduction", length: 30 };
    eventTypeId = dataOf(await almanac.POST("/event-types", { body })).event_type.id;
  });

  it("books a time, adds a guest, moves the booking and cancels it", async () => {
    const body = { eventTypeId, start: NINE, responses: ann };
    const { id } = dataOf(await almanac.POST("/bookings", { body })).booking;
    const guest = { bookingId: id, email: "bob@example.com", name: "Bob", timeZone: "Europe/Zurich" };
    const { attendee } = dataOf(await almanac.POST("/attendees", { body: guest }));
    expect(attendee.booking.id).toBe(id);
    const path = { id };
    const moved = await almanac.PATCH("/bookings/{id}", {
      params: { path },
      body: { start: TEN, end: ELEVEN },
    });
    expect(dataOf(moved).booking).toMatchObject({ startTime: TEN, endTime: ELEVEN });
    const shown = dataOf(await almanac.GET("/bookings/{id}", { params: { path } })).booking;
    expect(shown.attendees.map(({ email }) => email)).toEqual([ann.email, guest.email]);
    const query = { cancellationReason: "ill" };
    const cancelled = dataOf(await almanac.DELETE("/bookings/{id}/cancel", { params: { path, query } }));
    expect(cancelled.booking).toMatchObject({ status: "CANCELLED", cancellationReason: "ill" });
  });

  it("reads a list page by page, and is told how long it is", async () => {
    for (const start of [NINE, TEN, ELEVEN])
      dataOf(await almanac.POST("/bookings", { body: { eventTypeId, start, responses: ann } }));
    const query = { take: 2, page: 2, count: "true" } as const;
    const answer = await almanac.GET("/bookings", { params: { query } });
    expect(dataOf(answer).bookings).toHaveLength(2);
    expect(answer.response.headers.get("X-Total-Count")).toBe("4");
  });

  it("decides by the code of a problem", async () => {
    const body = { eventTypeId, start: NINE, responses: { ...ann, email: "late@example.com" } };
    const { error, response } = await almanac.POST("/bookings", { body });
    expect([response.status, error?.code]).toEqual([409, "no_available_users_found_error"]);
  });

  it("repeats a call safely, and changes only what it has seen", async () => {
    const start = "2031-03-04T09:00:00.000Z";
    const header = { "Idempotency-Key": "once" };
    const call = { params: { header }, body: { eventTypeId, start, responses: ann } };
    const [first, second] = [await almanac.POST("/bookings", call), await almanac.POST("/bookings", call)];
    expect(dataOf(second)).toEqual(dataOf(first));
    const path = { id: dataOf(first).id };
    const { response } = await almanac.GET("/bookings/{id}", { params: { path } });
    const change = (tag: string) =>
      almanac.PATCH("/bookings/{id}", {
        params: { path, header: { "If-Match": tag } },
        body: { title: "Seen" },
      });
    expect(dataOf(await change(response.headers.get("ETag") ?? "")).booking.title).toBe("Seen");
    expect((await change(response.headers.get("ETag") ?? "")).response.status).toBe(412);
  });
});

describe("a subscriber with the typed client", () => {
  it("registers a webhook, sees it without its secret, and removes it", async () => {
    const almanac = typedClient(cloud().baseUrl, (await makeSomebody()).key);
    const body = {
      subscriberUrl: "http://127.0.0.1:9/hook",
      eventTriggers: ["BOOKING_CREATED" as const],
    };
    const { webhook } = dataOf(await almanac.POST("/webhooks", { body }));
    expect(webhook.secret).toMatch(/^whsec_/);
    const path = { id: webhook.id };
    const shown = dataOf(await almanac.GET("/webhooks/{id}", { params: { path } }));
    expect(shown.webhook.secret).toBeNull();
    dataOf(await almanac.DELETE("/webhooks/{id}", { params: { path } }));
    expect((await almanac.GET("/webhooks/{id}", { params: { path } })).response.status).toBe(404);
  });
});
