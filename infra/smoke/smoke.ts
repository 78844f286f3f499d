import { randomUUID } from "node:crypto";
import * as z from "zod";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { bookTrial, cancelTrial, type TrialBooking } from "#lib/releases/trial-booking.ts";
import { type Api, jsonOf, requireStatus } from "./api.ts";
import { checkGateway, checkPercent, type SmokeClient } from "./check-gateway.ts";
import { checkOAuth } from "./check-oauth.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import type { Steps } from "./steps.ts";

/** What a run needs beside the service. */
export interface SmokeOptions {
  /** Tests `state`; without it a filter of a list is tested in its place. */
  client: SmokeClient | undefined;
  /** Where the service reaches the receiver; this machine itself when the service runs on it. */
  receiverUrl: string | undefined;
  receiverPort: number;
  webhookSeconds: number;
}

const TRIGGERS = ["BOOKING_CREATED", "BOOKING_CANCELLED"] as const;
const Caller = z.looseObject({ user: z.looseObject({ id: z.int(), email: z.string() }) });
const CreatedEventType = z.looseObject({ event_type: z.looseObject({ id: z.int() }) });
const CreatedWebhook = z.looseObject({ webhook: z.looseObject({ id: z.string(), secret: z.string() }) });
const Listed = z.looseObject({ bookings: z.array(z.looseObject({ id: z.int() })) });

/** Tries a service as its clients use it, and deletes what it created; the booking ends cancelled. */
export async function runSmoke(api: Api, steps: Steps, options: SmokeOptions): Promise<void> {
  await steps.run("percent sign", () => checkPercent(api, options.client));
  await steps.run("gateway", () => checkGateway(api));
  await steps.run("oauth", () => checkOAuth(api));
  const caller = await steps.run("key", () => readCaller(api));
  if (caller === undefined) return;
  const eventTypeId = await steps.run("event type", () => createEventType(api));
  if (eventTypeId === undefined) return;
  const receiver = await receiverFor(api, steps, options);
  const webhookId = receiver && (await steps.run("webhook", () => createWebhook(api, eventTypeId, receiver)));
  const delivered = webhookId === undefined ? undefined : receiver;
  try {
    await tryBooking(api, steps, {
      eventTypeId,
      receiver: delivered,
      timeout: options.webhookSeconds * 1000,
    });
  } finally {
    await steps.run("clean-up", () => cleanUp(api, eventTypeId, webhookId));
    await receiver?.close();
  }
}

async function readCaller(api: Api) {
  const answer = await api.send({ path: "/me" });
  requireStatus(answer, 200, "GET /me");
  const { user } = Caller.parse(jsonOf(answer));
  return { detail: `user ${user.id}`, value: user.id };
}

async function createEventType(api: Api) {
  const body = { title: "Smoke test", slug: `smoke-test-${randomUUID()}`, length: 15 };
  const answer = await api.send({ method: "POST", path: "/event-types", body });
  requireStatus(answer, 200, "POST /event-types");
  const { id } = CreatedEventType.parse(jsonOf(answer)).event_type;
  return { detail: `created event type ${id}`, value: id };
}

/** The receiver and its address; undefined, and said so, where the service can't reach one. */
async function receiverFor(api: Api, steps: Steps, { receiverUrl, receiverPort }: SmokeOptions) {
  const isLocal = isLoopbackHost(new URL(api.baseUrl).hostname);
  if (receiverUrl === undefined && !isLocal) {
    steps.skip("webhook", "pass --receiver-url, a public URL of this machine");
    return undefined;
  }
  const host = receiverUrl === undefined ? "127.0.0.1" : "0.0.0.0";
  const receiver = await startReceiver({ port: receiverPort, host });
  return { ...receiver, url: receiverUrl ?? `http://127.0.0.1:${receiver.port}/smoke` };
}

async function createWebhook(api: Api, eventTypeId: number, receiver: Receiver & { url: string }) {
  const body = { subscriberUrl: receiver.url, eventTriggers: TRIGGERS, active: true, eventTypeId };
  const answer = await api.send({ method: "POST", path: "/webhooks", body });
  requireStatus(answer, 200, "POST /webhooks");
  const { id, secret } = CreatedWebhook.parse(jsonOf(answer)).webhook;
  receiver.expect(secret);
  return { detail: `created for ${receiver.url}`, value: id };
}

interface Trial {
  eventTypeId: number;
  receiver: Receiver | undefined;
  /** Milliseconds an event may take. */
  timeout: number;
}

async function tryBooking(api: Api, steps: Steps, { eventTypeId, receiver, timeout }: Trial): Promise<void> {
  const booker = { name: "Smoke test", email: `smoke-test-${randomUUID()}@example.com` };
  const booking = await steps.run("booking", async () => {
    const booked = await bookTrial(api.call, { eventTypeId, booker });
    return { detail: `booking ${booked.id} at ${booked.request.start}`, value: booked };
  });
  if (booking === undefined) return;
  const received = async (trigger: (typeof TRIGGERS)[number]) =>
    receiver && (await steps.run(`webhook ${trigger}`, () => receivedBy(receiver, trigger, timeout)));
  await steps.run("conflict", () => requireConflict(api, booking));
  await steps.run("list", () => requireListed(api, booking));
  await received("BOOKING_CREATED");
  await steps.run("cancel", async () => {
    await cancelTrial(api.call, booking.id);
    return { detail: `booking ${booking.id} is cancelled; it stays in the list`, value: undefined };
  });
  await received("BOOKING_CANCELLED");
}

async function receivedBy(receiver: Receiver, trigger: string, timeout: number) {
  const milliseconds = await receiver.arrival(trigger, timeout);
  return { detail: `received after ${milliseconds} ms more, signature verified`, value: undefined };
}

async function requireConflict(api: Api, { request }: TrialBooking) {
  const body = { ...request, responses: { ...request.responses, email: `other-${request.responses.email}` } };
  const answer = await api.send({ method: "POST", path: "/bookings", body });
  const { id } = jsonOf(answer);
  if (answer.status === 200 && typeof id === "number") await cancelTrial(api.call, id);
  requireStatus(answer, 409, "a second booking of the same time");
  return { detail: "a second booking at the same time is rejected", value: undefined };
}

/** Reads the list to its end, as it streams: without `take` there are no pages. */
async function requireListed(api: Api, { id, request }: TrialBooking) {
  const query = new URLSearchParams({ attendeeEmail: request.responses.email });
  const answer = await api.send({ path: `/bookings?${query}` });
  requireStatus(answer, 200, "GET /bookings");
  const found = Listed.parse(jsonOf(answer)).bookings.some((booking) => booking.id === id);
  if (!found) throw new Error(`booking ${id} is not in the list of its attendee's bookings`);
  return { detail: "the streamed list is complete and contains the booking", value: undefined };
}

async function cleanUp(api: Api, eventTypeId: number, webhookId: string | undefined) {
  const paths = [
    ...(webhookId === undefined ? [] : [`/webhooks/${webhookId}`]),
    `/event-types/${eventTypeId}`,
  ];
  for (const path of paths) requireStatus(await api.send({ method: "DELETE", path }), 200, `DELETE ${path}`);
  return { detail: `deleted ${paths.join(" and ")}`, value: undefined };
}
