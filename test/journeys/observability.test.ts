import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import {
  bookingRequest,
  makeEventType,
  makeUserWithKey,
  type UserWithKey,
} from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { clientOf, type Send } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { printedLines, structuredLines } from "#test/support/cloud/log-lines.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { plantedSecrets } from "#test/support/secrets/planted-secrets.ts";

const cloud = useSharedCloud();
const PATIENCE = { timeout: 60_000, interval: 50 };
const DELIVER = "events.deliver";

let host: UserWithKey;
let send: Send;
beforeAll(async () => {
  host = await makeUserWithKey();
  send = clientOf(cloud().baseUrl);
});

/** Creates a webhook of the host. Its receiver responds with these statuses in turn, then always with the last one. */
async function subscribe(triggers: readonly string[], ...statuses: number[]) {
  const receiver = await startReceiver((response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 200).end();
  });
  const { id } = await makeWebhook(host.caller, { subscriberUrl: receiver.url, eventTriggers: triggers });
  return { id, receiver };
}

/** The lines that the query of `docs/logs.md` finds for the request id of a call, as `function: event`. */
async function findLines(requestId: string): Promise<string[]> {
  const docs = await readFile(join(PROJECT, "docs/logs.md"), "utf8");
  const [, own = "", cause = ""] = /filter (\w+) = "REQUEST-ID" or (\w+) = "REQUEST-ID"/.exec(docs) ?? [];
  return structuredLines(cloud())
    .filter((line) => line[own] === requestId || line[cause] === requestId)
    .map(({ functionId, event }) => `${functionId}: ${event}`);
}

it("the id of a call finds the lines of a booking in all functions, up to the requests to its subscribers, with one query", async () => {
  const { id } = await makeEventType(host.caller);
  const [healthy, failing] = [
    await subscribe(["BOOKING_CREATED"], 200),
    await subscribe(["BOOKING_CREATED"], 500, 200),
  ];
  const booked = await send({
    method: "POST",
    path: "/bookings",
    key: host.key,
    body: bookingRequest(id, { start: "2031-05-05T09:00:00Z" }),
  });
  expect(booked.status).toBe(200);
  const requestId = booked.headers["x-request-id"] ?? "";
  await expect.poll(() => failing.receiver.received.length, PATIENCE).toBe(2);
  await expect.poll(() => healthy.receiver.received.length, PATIENCE).toBe(1);
  await expect
    .poll(() => findLines(requestId), PATIENCE)
    .toEqual([
      "authorizer: authorized",
      "bookings.create: call",
      `${DELIVER}: attempt`,
      `${DELIVER}: attempt`,
      `${DELIVER}: attempt`,
      "events.fan-out: event fanned out",
      "events.wake: timer",
      "stream.dispatch: event published",
    ]);
  const sent = [...healthy.receiver.received, ...failing.receiver.received];
  for (const { headers, body } of sent) expect(JSON.stringify([headers, body])).not.toContain(requestId);
});

it("a request id that a caller chose is in no response and in no log line", async () => {
  const chosen = '","code":"chosen by the caller';
  const headers = { "x-amzn-RequestId": chosen };
  for (const [method, path, key] of [
    ["GET", "/me", host.key],
    ["GET", "/me", "sk_unknown"],
    ["GET", "/me", undefined],
    ["OPTIONS", "/me", undefined],
    ["GET", "/nowhere", undefined],
    ["GET", "/auth/oauth2/authorize", undefined],
  ] as const) {
    const answer = await send({ method, path, key, headers });
    const { "x-amzn-requestid": given, ...others } = answer.headers;
    expect([given, others["x-request-id"]]).toEqual([chosen, others["x-amz-apigw-id"]]);
    expect(answer.text + Object.values(others).join()).not.toContain("chosen");
  }
  expect(printedLines(cloud()).join()).not.toContain("chosen by the caller");
});

it("personal data is in no log line", async () => {
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
  const headers = { "User-Agent": plant("program of the caller", "WilhelminasPhone/7") };
  const call = (method: string, path: string, body?: object) =>
    send({ method, path, key: host.key, headers, ...(body && { body }) });
  expect((await call("POST", "/webhooks", webhook)).status).toBe(200);
  const responses = {
    name: plant("name", "Wilhelmina Quick"),
    email: plant("email", "wilhelmina.quick@example.org"),
    notes: plant("notes", "Please ring twice at the yellow door"),
    guests: [plant("guest", "hidden.guest@example.org")],
    smsReminderNumber: plant("phone number", "+41 79 123 45 67"),
    location: { value: "attendeeInPerson", optionValue: plant("place", "Quiet Lane 7, Winterthur") },
  };
  const metadata = { note: plant("metadata", "wheelchair at the ramp") };
  const body = bookingRequest(eventType.id, { start: "2031-06-05T09:00:00Z", responses, metadata });
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
    (await call("DELETE", `/bookings/${id}/cancel?cancellationReason=${encodeURIComponent(reason)}`)).status,
  ).toBe(200);
  await expect.poll(() => receiver.received.length, PATIENCE).toBeGreaterThanOrEqual(2);
  expect(receiver.received.map((each) => each.body).join()).toContain("Wilhelmina");
  expect(all.size).toBeGreaterThan(13);
  expect(foundIn(printedLines(cloud()))).toEqual([]);
});
