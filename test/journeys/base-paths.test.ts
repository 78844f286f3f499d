import { expect, it } from "vitest";
import { book, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const origin = () => new URL(cloud().baseUrl).origin;

it.each(["/v1", "/api/v1", ""])("pages, cursors and entity tags work under %j", async (basePath) => {
  const { caller, key } = await makeUserWithKey();
  const eventType = await makeEventType(caller, {});
  for (const day of ["05", "06", "07"]) await book(caller, eventType, { start: `2031-05-${day}T07:00:00Z` });
  const get = async (url: string, headers = {}) =>
    fetch(url, { headers: { Authorization: `Bearer ${key}`, ...headers } });
  for (const kind of ["page=1", "cursor="]) {
    const ids: number[] = [];
    let next: string | undefined = `${origin()}${basePath}/bookings?take=1&${kind}`;
    while (next) {
      const response = await get(next);
      expect(response.status, next).toBe(200);
      const { bookings } = (await response.json()) as { bookings: { id: number }[] };
      ids.push(...bookings.map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    }
    expect(ids, kind).toHaveLength(3);
    const booking = `${origin()}${basePath}/bookings/${ids[0]}`;
    const ETag = (await get(booking)).headers.get("etag") ?? "";
    expect((await get(booking, { "If-None-Match": ETag })).status).toBe(304);
  }
});

it.each([
  ["GET", "/v2/bookings", "This service has version 1 of its API only"],
  ["GET", "/api/v2/bookings", "This service has version 1 of its API only"],
  ["POST", "/api/v1/selected-calendars", "Connect calendars with POST /calendar-connections"],
  ["GET", "/v1/bookings/1/recordings", "This service does not record meetings."],
  ["GET", "/custom-inputs", "Send bookingFields with PATCH /event-types/{id}."],
])("%s %s is 404 and names the alternative", async (method, path, hint) => {
  const response = await fetch(`${origin()}${path}`, { method });
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect([response.status, await response.json()]).toEqual([
    404,
    expect.objectContaining({ code: "not_found", detail: expect.stringContaining(hint) }),
  ]);
});
