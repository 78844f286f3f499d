import { beforeAll, describe, expect, it } from "vitest";
import type { AlmanacClient } from "#client/create-client.ts";
import { listAll } from "#client/list-all.ts";
import { unwrap } from "#client/unwrap.ts";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { typedClient } from "#test/support/calls/typed-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const NINE = "2031-03-03T09:00:00.000Z";
const TEN = "2031-03-03T10:00:00.000Z";
const ELEVEN = "2031-03-03T11:00:00.000Z";
const ann = { name: "Ann van Dyke", email: "ann@example.com" };

describe("a program with the typed client", () => {
  let almanac: AlmanacClient;
  let eventTypeId: number;

  beforeAll(async () => {
    almanac = typedClient(cloud().baseUrl, (await makeUserWithKey()).key);
    const body = { title: "Introduction", length: 30 };
    eventTypeId = (await unwrap(almanac.POST("/event-types", { body }))).event_type.id;
  });

  it("books a time, adds a guest, moves the booking and cancels it", async () => {
    const body = { eventTypeId, start: NINE, responses: ann };
    const { id } = (await unwrap(almanac.POST("/bookings", { body }))).booking;
    const guest = { bookingId: id, email: "bob@example.com", name: "Bob", timeZone: "Europe/Zurich" };
    const { attendee } = await unwrap(almanac.POST("/attendees", { body: guest }));
    expect(attendee.booking.id).toBe(id);
    const path = { id };
    const moved = await almanac.PATCH("/bookings/{id}", {
      params: { path },
      body: { start: TEN, end: ELEVEN },
    });
    expect((await unwrap(moved)).booking).toMatchObject({ startTime: TEN, endTime: ELEVEN });
    const shown = (await unwrap(almanac.GET("/bookings/{id}", { params: { path } }))).booking;
    expect(shown.attendees.map(({ email }) => email)).toEqual([ann.email, guest.email]);
    const query = { cancellationReason: "ill" };
    const cancelled = await unwrap(almanac.DELETE("/bookings/{id}/cancel", { params: { path, query } }));
    expect(cancelled.booking).toMatchObject({ status: "CANCELLED", cancellationReason: "ill" });
  });

  it("reads a page of a list and the number of elements", async () => {
    for (const start of [NINE, TEN, ELEVEN])
      await unwrap(almanac.POST("/bookings", { body: { eventTypeId, start, responses: ann } }));
    const query = { take: 2, page: 2, count: "true" } as const;
    const result = await almanac.GET("/bookings", { params: { query } });
    expect((await unwrap(result)).bookings).toHaveLength(2);
    expect(result.response.headers.get("X-Total-Count")).toBe("4");
  });

  it("reads a list element by element, in several pages", async () => {
    const ids = [];
    const onePerPage = listAll((page) =>
      almanac.GET("/bookings", { params: { query: { ...page, take: 1, status: "ACCEPTED" } } }),
    );
    for await (const { id } of onePerPage) ids.push(id);
    const { bookings } = await unwrap(
      almanac.GET("/bookings", { params: { query: { status: "ACCEPTED" } } }),
    );
    expect(ids.toSorted()).toEqual(bookings.map(({ id }) => id).toSorted());
    expect(ids).toHaveLength(3);
  });

  it("gets the code of an error", async () => {
    const body = { eventTypeId, start: NINE, responses: { ...ann, email: "late@example.com" } };
    const { error, response } = await almanac.POST("/bookings", { body });
    expect([response.status, error?.code]).toEqual([409, "no_available_users_found_error"]);
    await expect(unwrap(almanac.POST("/bookings", { body }))).rejects.toMatchObject({
      name: "AlmanacError",
      status: 409,
      code: "no_available_users_found_error",
      problem: { rule: "busy" },
    });
  });

  it("repeats a call with an idempotency key, and changes a booking with If-Match", async () => {
    const start = "2031-03-04T09:00:00.000Z";
    const header = { "Idempotency-Key": "once" };
    const call = { params: { header }, body: { eventTypeId, start, responses: ann } };
    const [first, second] = [await almanac.POST("/bookings", call), await almanac.POST("/bookings", call)];
    expect(await unwrap(second)).toEqual(await unwrap(first));
    const path = { id: (await unwrap(first)).id };
    const { response } = await almanac.GET("/bookings/{id}", { params: { path } });
    const change = (tag: string) =>
      almanac.PATCH("/bookings/{id}", {
        params: { path, header: { "If-Match": tag } },
        body: { title: "Seen" },
      });
    expect((await unwrap(change(response.headers.get("ETag") ?? ""))).booking.title).toBe("Seen");
    expect((await change(response.headers.get("ETag") ?? "")).response.status).toBe(412);
  });
});

it("a subscriber with the typed client creates a webhook, reads it without its secret, and deletes it", async () => {
  const almanac = typedClient(cloud().baseUrl, (await makeUserWithKey()).key);
  const body = {
    subscriberUrl: "http://127.0.0.1:9/hook",
    eventTriggers: ["BOOKING_CREATED" as const],
  };
  const { webhook } = await unwrap(almanac.POST("/webhooks", { body }));
  expect(webhook.secret).toMatch(/^whsec_/);
  const path = { id: webhook.id };
  const shown = await unwrap(almanac.GET("/webhooks/{id}", { params: { path } }));
  expect(shown.webhook.secret).toBeNull();
  await unwrap(almanac.DELETE("/webhooks/{id}", { params: { path } }));
  expect((await almanac.GET("/webhooks/{id}", { params: { path } })).response.status).toBe(404);
});
