import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { OPERATOR } from "#lib/access/caller.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { METRIC_FIELDS, METRICS, type MetricName } from "#lib/platform/metric-names.ts";
import { replace } from "#lib/table/operations.ts";
import { write } from "#lib/table/write.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { lockUser } from "#lib/users/lock.ts";
import { FAILURES_TO_OPEN } from "#lib/webhooks/breaker.ts";
import { clientOf, type Send } from "#test/support/api-client.ts";
import { bookingNow } from "#test/support/booking-parts.ts";
import { book, bookingRequest, makeEventType, makeSomebody, type Somebody } from "#test/support/builders.ts";
import { useCloud } from "#test/support/cloud.ts";
import { makeEvent } from "#test/support/event-builders.ts";
import { emittedMetrics, type Line, printedLines, structuredLines } from "#test/support/log-lines.ts";
import { plantedSecrets } from "#test/support/planted-secrets.ts";
import { startReceiver } from "#test/support/receiver.ts";
import { makeClient, makePerson, PASSWORD, REDIRECT_URI, Visitor } from "#test/support/visitor.ts";
import { makeWebhook } from "#test/support/webhook-builders.ts";

const cloud = useCloud();
const PATIENCE = { timeout: 60_000, interval: 50 };
const DELIVER = "events.deliver";

let host: Somebody;
let ask: Send;
beforeAll(async () => {
  host = await makeSomebody();
  ask = clientOf(cloud().baseUrl);
});

const linesOf = (event: string): Line[] => structuredLines(cloud()).filter((line) => line.event === event);

/** Makes a webhook of the host whose subscriber answers these statuses in turn, and then the last one. */
async function subscribe(triggers: readonly string[], ...statuses: number[]) {
  const receiver = await startReceiver((response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 200).end();
  });
  const { id } = await makeWebhook(host.caller, { subscriberUrl: receiver.url, eventTriggers: triggers });
  return { id, receiver };
}

/** What the query of `docs/logs.md` finds for the id of a call, as `function: event`, oldest first where one follows another. */
async function followed(requestId: string): Promise<string[]> {
  const docs = await readFile(join(PROJECT, "docs/logs.md"), "utf8");
  const [, own = "", cause = ""] = /filter (\w+) = "REQUEST-ID" or (\w+) = "REQUEST-ID"/.exec(docs) ?? [];
  return structuredLines(cloud())
    .filter((line) => line[own] === requestId || line[cause] === requestId)
    .map(({ functionId, event }) => `${functionId}: ${event}`);
}

describe("the id of a call", () => {
  it("W-38 leads by one query from a booking over all functions to each request to its subscribers", async () => {
    const { id } = await makeEventType(host.caller);
    const [well, failing] = [
      await subscribe(["BOOKING_CREATED"], 200),
      await subscribe(["BOOKING_CREATED"], 500, 200),
    ];
    const booked = await ask({
      method: "POST",
      path: "/bookings",
      key: host.key,
      body: bookingRequest(id, { start: "2031-05-05T09:00:00Z" }),
    });
    expect(booked.status).toBe(200);
    const requestId = booked.headers["x-request-id"] ?? "";
    await expect.poll(() => failing.receiver.received.length, PATIENCE).toBe(2);
    expect(well.receiver.received).toHaveLength(1);
    await expect
      .poll(() => followed(requestId), PATIENCE)
      .toEqual([
        "authorizer: authorized",
        "bookings.create: call",
        `${DELIVER}: attempt`,
        `${DELIVER}: attempt`,
        `${DELIVER}: attempt`,
        "events.fan-out: event fanned out",
        "events.publish: event published",
        "events.wake: timer",
      ]);
    const sent = [...well.receiver.received, ...failing.receiver.received];
    for (const { headers, body } of sent) expect(JSON.stringify([headers, body])).not.toContain(requestId);
  });
});

describe("what people are called and write", () => {
  it("is in no line of any function", async () => {
    const { plant, foundIn, all } = plantedSecrets();
    const eventType = await makeEventType(host.caller, {
      title: plant("title", "A farewell to Ferdinand"),
      description: plant("description", "Behind the old brewery"),
    });
    const receiver = await startReceiver();
    const webhook = {
      subscriberUrl: plant("address of a subscriber", `${receiver.url}/for-ferdinand`),
      eventTriggers: ["BOOKING_CREATED", "BOOKING_RESCHEDULED", "BOOKING_CANCELLED"],
    };
    const call = (method: string, path: string, body?: object) =>
      ask({ method, path, key: host.key, ...(body && { body }) });
    expect((await call("POST", "/webhooks", webhook)).status).toBe(200);
    const responses = {
      name: plant("name", "Wilhelmina Quick"),
      email: plant("email", "wilhelmina.quick@example.org"),
      notes: plant("notes", "Please ring twice at the yellow door"),
      guests: [plant("guest", "hidden.guest@example.org")],
    };
    const body = bookingRequest(eventType.id, { start: "2031-06-05T09:00:00Z", responses });
    const booked = await call("POST", "/bookings", body);
    expect([booked.status, booked.text]).toEqual([200, expect.stringContaining("Wilhelmina")]);
    expect((await call("POST", "/bookings", body)).status).toBe(409);
    const { id } = z.object({ booking: z.object({ id: z.int() }) }).parse(booked.json).booking;
    const description = plant("changed description", "Bring the blue umbrella");
    await call("PATCH", `/bookings/${id}`, { description });
    await call("PATCH", `/bookings/${id}`, {
      title: [plant("title of a wrong type", "Wrong way to Warsaw")],
    });
    await call("GET", `/bookings?attendeeEmail=${encodeURIComponent(responses.email)}`);
    const attendee = {
      bookingId: id,
      email: plant("attendee", "late.comer@example.org"),
      name: "Late Comer",
      timeZone: "Europe/Zurich",
    };
    await call("POST", "/attendees", attendee);
    const reason = plant("reason", "Grandmother is ill again");
    expect(
      (await call("DELETE", `/bookings/${id}/cancel?cancellationReason=${encodeURIComponent(reason)}`))
        .status,
    ).toBe(200);
    await expect.poll(() => receiver.received.length, PATIENCE).toBeGreaterThanOrEqual(2);
    expect(receiver.received.map((each) => each.body).join()).toContain("Wilhelmina");
    expect(all.size).toBeGreaterThan(9);
    expect(foundIn(printedLines(cloud()))).toEqual([]);
  });
});

/** Metrics that other journeys let functions emit: `secrets.test.ts` and `provider-sign-in.test.ts`. */
const ELSEWHERE = [
  "client.auth_failed",
  "code.reused",
  "refresh.reused",
  "sign_in.provider_failed",
  "sign_in.provider_user_refused",
];

describe("the metrics", () => {
  it("that are declared, and so all that alarms watch and the dashboard shows, are emitted by the functions", async () => {
    await Promise.all([fillLists(), failSubscribers(), tellOfMeeting(), failSignIns()]);
    // Without the ARN of a method it can't answer.
    await cloud().invoke("authorizer", {
      requestContext: { requestId: "1" },
      multiValueHeaders: { "X-Api-Key": [`sk_${"0".repeat(43)}`] },
    });
    const declared = namesOf(METRICS).map((name) =>
      METRIC_FIELDS[name] === undefined ? `${name} stackName` : `${name} ${METRIC_FIELDS[name]},stackName`,
    );
    const missing = () => {
      const emitted = emittedMetrics(structuredLines(cloud()));
      return declared.filter((metric) => !emitted.has(metric)).toSorted();
    };
    await expect.poll(missing, PATIENCE).toEqual(ELSEWHERE.map((name) => `${name} stackName`));
  }, 180_000);
});

const namesOf = (metrics: typeof METRICS): MetricName[] => Object.keys(metrics) as MetricName[];

/** Reads a list, and uses up more ids at once than a function has left. */
async function fillLists(): Promise<void> {
  const { id } = await makeEventType(host.caller);
  for (const path of ["/bookings", "/bookings/1234567"]) await ask({ method: "GET", path, key: host.key });
  for (const [at, count] of [0, 10, 10, 10].entries()) {
    const guests = Array.from({ length: count }, (_, each) => `guest-${each}@example.com`);
    const responses = { name: "Ann Booker", email: "ann@example.com", guests };
    const body = bookingRequest(id, { start: `2031-07-0${at + 1}T09:00:00Z`, responses });
    expect((await ask({ method: "POST", path: "/bookings", key: host.key, body })).status).toBe(200);
  }
}

/** One subscriber answers, one says that it is gone, and one fails until it is left alone. */
async function failSubscribers(): Promise<void> {
  for (const [status, events] of [
    [200, 1],
    [410, 1],
    [500, FAILURES_TO_OPEN],
  ] as const) {
    const { caller } = await makeSomebody();
    const { url } = await startReceiver((response) => response.writeHead(status).end());
    await makeWebhook(caller, { subscriberUrl: url });
    for (let made = 0; made < events; made += 1) await makeEvent(caller);
  }
  await expect
    .poll(() => [linesOf("webhook disabled").length, linesOf("breaker opened").length], PATIENCE)
    .toEqual([1, 1]);
}

/** A meeting has begun, and its timer goes off. */
async function tellOfMeeting(): Promise<void> {
  const eventType = await makeEventType(host.caller);
  const { userId, id: bookingId } = await book(host.caller, eventType, { start: "2031-08-01T09:00:00Z" });
  const before = await bookingNow({ userId, id: bookingId });
  const at = new Date().toISOString();
  await write(replace(BookingItem, before, { ...before, startTime: at }));
  await setTimers([{ timer: { timer: "meeting", userId, bookingId, trigger: "MEETING_STARTED", at }, at }]);
  await expect.poll(() => linesOf("meeting told").length, PATIENCE).toBe(1);
}

/** Somebody guesses passwords, and somebody who is locked out knows theirs. */
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
