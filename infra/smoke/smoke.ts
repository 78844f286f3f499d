import { randomUUID } from "node:crypto";
import * as z from "zod";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { bookTrial, cancelTrial, type TrialBooking } from "#lib/workers/releases/trial-booking.ts";
import { type Api, parseJson, requireStatus } from "./api.ts";
import { checkGateway, checkPercent, type SmokeClient } from "./check-gateway.ts";
import { checkOAuth } from "./check-oauth.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import type { Steps } from "./steps.ts";

/** Options of a run. */
export interface SmokeOptions {
  /** Client for a test of `state`; without it, a filter of a list is tested instead. */
  client: SmokeClient | undefined;
  /** URL at which the service reaches the receiver; not required if the service runs on this machine. */
  receiverUrl: string | undefined;
  receiverPort: number;
  webhookSeconds: number;
}

const TRIGGERS = ["BOOKING_CREATED", "BOOKING_CANCELLED"] as const;
const Caller = z.looseObject({ user: z.looseObject({ id: z.int(), email: z.string() }) });
const CreatedEventType = z.looseObject({ event_type: z.looseObject({ id: z.int() }) });
const CreatedWebhook = z.looseObject({ webhook: z.looseObject({ id: z.string(), secret: z.string() }) });
const Listed = z.looseObject({ bookings: z.array(z.looseObject({ id: z.int() })) });

/** Tests a service like a client, and deletes the created resources; the booking stays, cancelled. */
export async function runSmoke(api: Api, steps: Steps, options: SmokeOptions): Promise<void> {
  await steps.run("percent sign", () => checkPercent(api, options.client));
  await steps.run("gateway", () => checkGateway(api));
  await steps.run("oauth", () => checkOAuth(api));
  const caller = await steps.run("key", () => readCaller(api));
  if (caller === undefined) return;
  const eventTypeId = await steps.run("event type", () => createEventType(api));
  if (eventTypeId === undefined) return;
  const receiver = await startReachableReceiver(api, steps, options);
  const webhookId = receiver && (await steps.run("webhook", () => createWebhook(api, eventTypeId, receiver)));
  const delivered = webhookId === undefined ? undefined : receiver;
  try {
    await tryBooking(api, steps, {
      eventTypeId,
      receiver: delivered,
      timeoutMilliseconds: options.webhookSeconds * 1000,
    });
  } finally {
    await steps.run("clean-up", () => cleanUp(api, eventTypeId, webhookId));
    await receiver?.close();
  }
}

async function readCaller(api: Api) {
  const response = await api.send({ path: "/me" });
  requireStatus(response, 200, "GET /me");
  const { user } = Caller.parse(parseJson(response));
  return { detail: `user ${user.id}`, value: user.id };
}

async function createEventType(api: Api) {
  const body = { title: "Smoke test", slug: `smoke-test-${randomUUID()}`, length: 15 };
  const response = await api.send({ method: "POST", path: "/event-types", body });
  requireStatus(response, 200, "POST /event-types");
  const { id } = CreatedEventType.parse(parseJson(response)).event_type;
  return { detail: `created event type ${id}`, value: id };
}

/** Starts a receiver with its address. Returns undefined, and reports it, if it can't start or the service can't reach one. */
async function startReachableReceiver(api: Api, steps: Steps, { receiverUrl, receiverPort }: SmokeOptions) {
  const isLocal = isLoopbackHost(new URL(api.baseUrl).hostname);
  if (receiverUrl === undefined && !isLocal) {
    steps.skip("webhook", "pass --receiver-url, a public URL of this machine");
    return undefined;
  }
  const host = receiverUrl === undefined ? "127.0.0.1" : "0.0.0.0";
  return steps.run("receiver", async () => {
    const receiver = await startReceiver({ port: receiverPort, host });
    const url = receiverUrl ?? `http://127.0.0.1:${receiver.port}/smoke`;
    return { detail: `listens on port ${receiver.port}`, value: { ...receiver, url } };
  });
}

async function createWebhook(api: Api, eventTypeId: number, receiver: Receiver & { url: string }) {
  const body = { subscriberUrl: receiver.url, eventTriggers: TRIGGERS, active: true, eventTypeId };
  const response = await api.send({ method: "POST", path: "/webhooks", body });
  requireStatus(response, 200, "POST /webhooks");
  const { id, secret } = CreatedWebhook.parse(parseJson(response)).webhook;
  receiver.expect(secret);
  return { detail: `created for ${receiver.url}`, value: id };
}

interface Trial {
  eventTypeId: number;
  receiver: Receiver | undefined;
  timeoutMilliseconds: number;
}

async function tryBooking(api: Api, steps: Steps, trial: Trial): Promise<void> {
  const { eventTypeId, receiver, timeoutMilliseconds } = trial;
  const booker = { name: "Smoke test", email: `smoke-test-${randomUUID()}@example.com` };
  const booking = await steps.run("booking", async () => {
    const booked = await bookTrial(api.call, { eventTypeId, booker });
    return { detail: `booking ${booked.id} at ${booked.request.start}`, value: booked };
  });
  if (booking === undefined) return;
  const waitForWebhook = async (trigger: (typeof TRIGGERS)[number]) =>
    receiver &&
    (await steps.run(`webhook ${trigger}`, () => measureArrival(receiver, trigger, timeoutMilliseconds)));
  await steps.run("conflict", () => requireConflict(api, booking));
  await steps.run("list", () => requireListed(api, booking));
  await waitForWebhook("BOOKING_CREATED");
  await steps.run("cancel", async () => {
    await cancelTrial(api.call, booking.id);
    return { detail: `booking ${booking.id} is cancelled; it stays in the list`, value: undefined };
  });
  await waitForWebhook("BOOKING_CANCELLED");
}

async function measureArrival(receiver: Receiver, trigger: string, timeoutMilliseconds: number) {
  const milliseconds = await receiver.arrival(trigger, timeoutMilliseconds);
  return { detail: `received after ${milliseconds} ms more, signature verified`, value: undefined };
}

async function requireConflict(api: Api, { request }: TrialBooking) {
  const body = { ...request, responses: { ...request.responses, email: `other-${request.responses.email}` } };
  const response = await api.send({ method: "POST", path: "/bookings", body });
  const { id } = parseJson(response);
  if (response.status === 200 && typeof id === "number") await cancelTrial(api.call, id);
  requireStatus(response, 409, "a second booking of the same time");
  return { detail: "a second booking at the same time is rejected", value: undefined };
}

/** Without `take`, the list has no pages: it is streamed, and read to its end. */
async function requireListed(api: Api, { id, request }: TrialBooking) {
  const query = new URLSearchParams({ attendeeEmail: request.responses.email });
  const response = await api.send({ path: `/bookings?${query}` });
  requireStatus(response, 200, "GET /bookings");
  const found = Listed.parse(parseJson(response)).bookings.some((booking) => booking.id === id);
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
