import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { BookingItem } from "#lib/bookings/entity.ts";
import { meetingTimer } from "#lib/bookings/meeting-timer.ts";
import { OPERATOR } from "#lib/caller.ts";
import { RETRY_SECONDS } from "#lib/delivery/calendars/attempts.ts";
import { CalendarEventItem, saveEvent, uidHashOf } from "#lib/delivery/calendars/entity.ts";
import { sendCalendarWrites } from "#lib/delivery/calendars/messages.ts";
import { FAILURES_TO_OPEN } from "#lib/delivery/circuit-breaker/breaker.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import { type Email, EmailItem } from "#lib/mail/emails/entity.ts";
import { sendEmailMessages } from "#lib/mail/emails/messages.ts";
import { METRICS } from "#lib/platform/metrics.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import {
  book,
  bookingRequest,
  makeEventType,
  makeUserWithKey,
  type UserWithKey,
} from "#test/support/builders/builders.ts";
import { connectDestination } from "#test/support/builders/calendar-hosts.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { EVENT, makeHostWithFeed, makeOld } from "#test/support/builders/feed-host.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { clientOf, type Send } from "#test/support/calls/api-client.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import {
  type EmittedMetric,
  emittedMetrics,
  type Line,
  structuredLines,
} from "#test/support/cloud/log-lines.ts";
import { synthesizeEverySetting } from "#test/support/cloud/synthesize-stage.ts";
import { expectedMetrics, type ShownMetric } from "#test/support/cloud/template-metrics.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { followProviderRedirects, refreshTarget } from "#test/support/pages/provider-redirects.ts";
import { makeClient, makePerson, PASSWORD, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";
import { expectWrittenBooking } from "./written-booking.ts";

const provider = await startOpenIdProvider();
const MAIL_FROM = "bookings@example.com";
const cloud = useCloud({ provider: provider.settings, mail: { from: MAIL_FROM } });
afterAll(() => provider.stop());
const PATIENCE = { timeout: 60_000, interval: 50 };
/** Reading all log lines takes a while. */
const SLOWLY = { timeout: 60_000, interval: 1_000 };

let host: UserWithKey;
let send: Send;
beforeAll(async () => {
  host = await makeUserWithKey();
  send = clientOf(cloud().baseUrl);
});

const linesOf = (event: string): Line[] => structuredLines(cloud()).filter((line) => line.event === event);

/** Whether an emitted metric has the name and dimensions of the expected one. */
const isSame = (expected: ShownMetric, { name, dimensions }: EmittedMetric): boolean =>
  name === expected.name && isDeepStrictEqual({ ...dimensions }, expected.dimensions);

it("every metric that an alarm watches or the dashboard shows is emitted by the functions, with the same dimensions", async () => {
  const expected = expectedMetrics(await synthesizeEverySetting("prod"));
  expect(expected.length).toBeGreaterThan(2 * Object.keys(METRICS).length);
  await Promise.all([
    ...[useManyIds(), causeConflicts(), failSubscribers(), startMeeting(), checkCalendars()],
    ...[expectWrittenBooking(), abandonWrite(), sendMails()],
    ...[failSignIns(), reuseTokens(), failAtProvider(), failAuthorizer()],
  ]);
  const missing = (): string[] => {
    const emitted = emittedMetrics(structuredLines(cloud()));
    const absent = expected.filter((one) => !emitted.some((metric) => isSame(one, metric)));
    return absent.map(({ name, dimensions }) => `${name} ${JSON.stringify(dimensions)}`);
  };
  await expect.poll(missing, SLOWLY).toEqual([]);
});

/** Lists the slots of a host whose calendar can be read, and of one whose server has stopped. */
async function checkCalendars(): Promise<void> {
  for (const isStopped of [false, true]) {
    const stub = await startCalendarStub(EVENT);
    const { caller, calendarId, slots } = await makeHostWithFeed(cloud().baseUrl, `${stub.url}/feed.ics`);
    stub.isStopped = isStopped;
    await makeOld(caller, calendarId);
    await slots();
  }
}

/** Makes the last attempt to write a booking to a calendar that can't be written. */
async function abandonWrite(): Promise<void> {
  const { caller } = await makeUserWithKey();
  const { stub } = await connectDestination(caller);
  stub.fault = () => 500;
  const booking = await book(caller, await makeEventType(caller), { start: "2031-03-03T09:00:00Z" });
  const { userId } = caller;
  const find = () => findItem(CalendarEventItem, { userId, uidHash: uidHashOf(booking) });
  await expect.poll(async () => (await find())?.attempt, PATIENCE).toBe(1);
  const event = await find();
  if (!event) throw new Error("The event is missing.");
  const attempt = RETRY_SECONDS.length;
  await saveEvent(event, { ...event, attempt });
  await sendCalendarWrites([{ userId, bookingId: booking.id, attempt }]);
}

/** Has a mail sent, one that is older than its booking, and one with an address that Amazon SES rejects. */
async function sendMails(): Promise<void> {
  const { caller } = await makeUserWithKey();
  const booking = await book(caller, await makeEventType(caller), { start: "2031-05-05T09:00:00Z" });
  const findSent = async () =>
    (await listEmailsOfBooking(booking.userId, booking.id)).find(({ status }) => status === "sent");
  await expect.poll(findSent, PATIENCE).toBeDefined();
  const sent = await findSent();
  if (!sent) throw new Error("The mail is missing.");
  const queued = { ...sent, status: "queued" as const, attemptCount: 0 };
  const others: Email[] = [
    { ...queued, eventId: `${sent.eventId}1`, sequence: -1 },
    {
      ...queued,
      eventId: `${sent.eventId}2`,
      kind: "cancelled",
      recipient: { ...sent.recipient, email: "ann" },
    },
  ];
  for (const email of others) await writeOne(put(EmailItem, email));
  await sendEmailMessages(others);
}

/** Books a time twice by the same call and by another one, and a slot without free seats. */
async function causeConflicts(): Promise<void> {
  const { caller, key } = await makeUserWithKey();
  const times = await makeEventType(caller);
  const places = await makeEventType(caller, { seatsPerTimeSlot: 1 });
  const attempts: [number, string, string, number][] = [
    [times.id, "2031-09-01T09:00:00Z", "ann", 200],
    [times.id, "2031-09-01T09:00:00Z", "ann", 409],
    [times.id, "2031-09-01T09:00:00Z", "bea", 409],
    [places.id, "2031-09-02T09:00:00Z", "ann", 200],
    [places.id, "2031-09-02T09:00:00Z", "bea", 409],
  ];
  for (const [id, start, who, status] of attempts) {
    const body = bookingRequest(id, {
      start,
      responses: { name: "Ann Booker", email: `${who}@example.com` },
    });
    expect((await send({ method: "POST", path: "/bookings", key, body })).status).toBe(status);
  }
}

/** Uses a code again, a replaced refresh token, and a wrong client secret. */
async function reuseTokens(): Promise<void> {
  const { client, clientSecret } = await makeClient();
  const person = await makePerson();
  const own = { client_id: client.id, client_secret: clientSecret ?? "" };
  const requestTokens = async (fields: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ ...own, redirect_uri: REDIRECT_URI, ...fields });
    const answer = await fetch(`${cloud().baseUrl}/api/auth/oauth/token`, { method: "POST", body });
    return z.object({ refresh_token: z.string().default("") }).parse(await answer.json()).refresh_token;
  };
  const authorize = async (): Promise<{ grant_type: string; code: string }> => {
    const page = await new Visitor(cloud().baseUrl).open({
      client_id: client.id,
      redirect_uri: REDIRECT_URI,
    });
    const back = await new Visitor(cloud().baseUrl).allow(page.url, person.email);
    return { grant_type: "authorization_code", code: back.searchParams.get("code") ?? "" };
  };
  const first = await requestTokens(await authorize());
  const refresh = (refresh_token: string) => requestTokens({ grant_type: "refresh_token", refresh_token });
  await refresh(await refresh(first));
  expect(await refresh(first)).toBe("");
  const code = await authorize();
  expect([await requestTokens(code), await requestTokens(code)]).toEqual([expect.stringMatching(/^rt_/), ""]);
  expect(await requestTokens({ ...code, client_secret: "ab".repeat(32) })).toBe("");
}

/** Signs in at the provider without an account, and with another code. */
async function failAtProvider(): Promise<void> {
  const { client } = await makeClient();
  provider.account = { sub: "stranger", email: "stranger@example.com", email_verified: true };
  for (const change of [{}, { code: "stolen" }]) {
    const browser = new Visitor(cloud().baseUrl);
    const page = await browser.open({ client_id: client.id, redirect_uri: REDIRECT_URI });
    const providerUrl = refreshTarget(await browser.send(page, "provider-sign-in"));
    const back = new URL(await followProviderRedirects(browser, providerUrl));
    for (const [name, value] of Object.entries(change)) back.searchParams.set(name, value);
    expect((await browser.open(String(back))).status).toBe(303);
  }
}

/** Sends the authorizer an event without a method, on which it crashes. */
async function failAuthorizer(): Promise<void> {
  await cloud().invoke("authorizer", {
    requestContext: { extendedRequestId: "1" },
    multiValueHeaders: { "X-Api-Key": [`sk_${"0".repeat(43)}`] },
  });
}

/** Reads lists, and books until a function instance needs more ids in one call than it has left. */
async function useManyIds(): Promise<void> {
  const { id } = await makeEventType(host.caller);
  for (const path of ["/bookings", "/bookings/1234567"]) await send({ method: "GET", path, key: host.key });
  const hasDropped = () =>
    emittedMetrics(structuredLines(cloud())).some(({ name }) => name === "ids.dropped");
  for (let day = 1; day < 4 || (day < 30 && !hasDropped()); day += 1) {
    const guests = Array.from({ length: 10 }, (_, each) => `guest-${each}@example.com`);
    const responses = { name: "Ann Booker", email: "ann@example.com", guests };
    const start = new Date(Date.UTC(2031, 6, day, 9)).toISOString();
    const body = bookingRequest(id, { start, responses });
    expect((await send({ method: "POST", path: "/bookings", key: host.key, body })).status).toBe(200);
  }
}

/** Sends events to a healthy subscriber, to one that responds with 410, and to one that fails until its breaker opens. */
async function failSubscribers(): Promise<void> {
  for (const [status, events] of [
    [200, 1],
    [410, 1],
    [500, FAILURES_TO_OPEN],
  ] as const) {
    const { caller } = await makeUserWithKey();
    const { url } = await startReceiver((response) => response.writeHead(status).end());
    await makeWebhook(caller, { subscriberUrl: url });
    for (let made = 0; made < events; made += 1) await makeEvent(caller);
  }
  await expect
    .poll(() => [linesOf("webhook disabled").length, linesOf("breaker opened").length], PATIENCE)
    .toEqual([1, 1]);
}

/** Makes a meeting start and sets its timer. */
async function startMeeting(): Promise<void> {
  const eventType = await makeEventType(host.caller);
  const { userId, id: bookingId } = await book(host.caller, eventType, { start: "2031-08-01T09:00:00Z" });
  const before = await getStoredBooking({ userId, id: bookingId });
  const at = new Date().toISOString();
  await writeOne(replace(BookingItem, before, { ...before, startTime: at }));
  await setTimers([meetingTimer({ timer: "meeting", userId, bookingId, trigger: "MEETING_STARTED", at })]);
  await expect.poll(() => linesOf("meeting event recorded").length, PATIENCE).toBe(1);
}

/** Signs in with wrong passwords, and as a locked user. */
async function failSignIns(): Promise<void> {
  const { client } = await makeClient();
  const [guessed, locked] = [await makePerson(), await makePerson()];
  await lockUser(OPERATOR, locked.id, true);
  const browser = new Visitor(cloud().baseUrl);
  const page = await browser.open({ client_id: client.id, redirect_uri: REDIRECT_URI });
  await browser.send(page, "sign-in", { email: locked.email, password: PASSWORD });
  for (let tries = 0; tries < 12; tries += 1)
    await browser.send(page, "sign-in", { email: guessed.email, password: "a wrong guess" });
}
