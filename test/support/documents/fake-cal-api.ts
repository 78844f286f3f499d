import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The API key that the fake accepts. */
export const CAL_KEY = "cal_live_0123456789abcdef";

const ME = {
  ...{ id: 501, username: "ada", email: "ada@example.com", name: "Ada", avatarUrl: null, bio: "Hello" },
  ...{ timeFormat: 24, defaultScheduleId: 9, weekStart: "Monday", timeZone: "Europe/Zurich", locale: "en" },
  ...{ organizationId: null },
};
const base = {
  ...{ ownerId: 501, description: "", bookingFields: [], disableGuests: false, slotInterval: null },
  ...{ minimumBookingNotice: 120, beforeEventBuffer: 0, recurrence: null, metadata: {}, price: 0 },
  ...{ currency: "usd", seatsPerTimeSlot: null, scheduleId: null, hidden: false, users: [{ id: 501 }] },
};
const EVENT_TYPES = [
  {
    ...{
      ...base,
      id: 601,
      lengthInMinutes: 30,
      lengthInMinutesOptions: [30, 60],
      title: "Intro",
      slug: "intro",
    },
    ...{ afterEventBuffer: 10, locations: [{ type: "integration", integration: "cal-video" }] },
    ...{ bookingLimitsCount: { day: 3 }, bookingWindow: { type: "calendarDays", value: 30, rolling: false } },
    ...{ confirmationPolicy: { type: "always", blockUnconfirmedBookingsInBooker: true } },
  },
  {
    ...{ ...base, id: 602, lengthInMinutes: 60, title: "Long", slug: "long", afterEventBuffer: 0 },
    ...{ locations: [{ type: "address", address: "Main St 1", public: true }, { type: "attendeePhone" }] },
    ...{ confirmationPolicy: { disabled: true }, bookingLimitsCount: { disabled: true } },
    ...{ bookingWindow: { type: "range", value: ["2030-01-01", "2032-12-31"] } },
  },
];

/** Bookings of the fake: 250 of the user, and one each that can't be exported because of its host and its event type. */
const bookings = () =>
  Array.from({ length: 252 }, (_, at) => {
    const start = new Date(Date.UTC(2031, 0, 1 + at, 9)).toISOString();
    const end = new Date(Date.UTC(2031, 0, 1 + at, 9, 30)).toISOString();
    const host = { id: at === 250 ? 777 : 501, name: "Ada", email: "ada@example.com", username: "ada" };
    return {
      ...{ id: 7_000 + at, uid: `uid-${at}`, title: `Intro ${at}`, description: "", hosts: [host] },
      ...{ status: at === 0 ? "cancelled" : "accepted", start, end, duration: 30, absentHost: false },
      ...{ cancellationReason: at === 0 ? "ill" : undefined, eventTypeId: at === 251 ? 699 : 601 },
      ...{ eventType: { id: at === 251 ? 699 : 601, slug: "intro" }, location: "integrations:daily" },
      ...{ createdAt: "2030-05-01T10:00:00.000Z", updatedAt: null, metadata: { order: String(at) } },
      ...{ bookingFieldsResponses: { name: "Bo", email: "bo@example.com", notes: "Tea" }, guests: [] },
      attendees: [{ name: "Bo", email: "bo@example.com", timeZone: "Europe/Paris", language: "fr" }],
    };
  });

const attendeesOf = (uid: string) => [
  {
    ...{
      id: 80_000 + Number(uid.slice(4)),
      name: "Bo",
      email: "bo@example.com",
      displayEmail: "bo@example.com",
    },
    ...{ timeZone: "Europe/Paris", language: "fr", absent: false },
  },
];

function answer({ headers, url = "" }: IncomingMessage): [status: number, body: object] {
  if (headers.authorization !== `Bearer ${CAL_KEY}`) return [401, { status: "error" }];
  const { pathname, searchParams } = new URL(url, "http://cal");
  const version = headers["cal-api-version"];
  const attendees = /^\/v2\/bookings\/([\w-]+)\/attendees$/.exec(pathname);
  if (pathname === "/v2/me") return [200, { status: "success", data: ME }];
  if (pathname === "/v2/event-types" && version === "2024-06-14")
    return [200, { status: "success", data: EVENT_TYPES }];
  if (version !== "2024-08-13") return [404, { status: "error" }];
  if (attendees) return [200, { status: "success", data: attendeesOf(attendees[1] ?? "") }];
  const [take, skip] = [Number(searchParams.get("take")), Number(searchParams.get("skip"))];
  const data = bookings().slice(skip, skip + take);
  const pagination = { returnedItems: data.length, totalItems: 252, hasNextPage: skip + take < 252 };
  return [200, { status: "success", data, pagination }];
}

/**
 * Starts a server with the endpoints of Cal.com's API v2 that an export reads, in the format of its documentation. Every hundredth
 * request exceeds the rate limit.
 */
export async function startFakeCalApi(): Promise<string> {
  let requests = 0;
  const server = createServer((request, response: ServerResponse) => {
    requests += 1;
    const isLimited = requests % 100 === 0;
    const [status, body] = isLimited ? [429, { status: "error" }] : answer(request);
    response.writeHead(status, {
      "Content-Type": "application/json",
      ...(isLimited && { "Retry-After": "0.01" }),
    });
    response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
