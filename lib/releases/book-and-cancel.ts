import { randomInt, randomUUID } from "node:crypto";
import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { ProbedId } from "./probed.ts";

/** What a release may try itself on: the key of a host that nobody books, and an event type of that host. */
export const Probe = z.object({ apiKey: z.string().min(1), eventTypeId: z.int() });
export type Probe = z.output<typeof Probe>;

/** Calls a function of the new release with an event of the gateway's. */
export type InvokeProbed = (id: ProbedId, event: object) => Promise<unknown>;

const Decision = z.object({
  policyDocument: z.object({ Statement: z.tuple([z.object({ Effect: z.string() })]) }),
  context: z.looseObject({ caller: z.string().optional() }),
});
const Reply = z.object({
  statusCode: z.int(),
  body: z.string().transform((body) => z.looseObject({}).parse(JSON.parse(body))),
});
type Reply = z.output<typeof Reply>;
const Booked = z.looseObject({ id: z.int() });
const Read = z.object({ booking: z.object({ status: z.string() }) });

const DAY_MILLISECONDS = 86_400_000;
const SLOTS = { firstInDays: 2, spreadDays: 28, minutes: 15 };
const CONFLICT = 409;
const TRIES = 3;

/**
 * Finds the caller of a key, books a time, cancels it and reads it, each by the function of the new release. The result is what was
 * not right, or nothing. Throws when a function fails altogether or answers what no release would.
 */
export async function bookAndCancel(
  invoke: InvokeProbed,
  { apiKey, eventTypeId }: Probe,
): Promise<string | undefined> {
  const call = await asCaller(invoke, apiKey);
  if (call === undefined) return "the authorizer refused the key";
  const booked = await bookAnyTime(call, eventTypeId);
  if (booked.statusCode !== 200) return `bookings.create answered ${booked.statusCode}`;
  const path = { id: String(Booked.parse(booked.body).id) };
  const cancelled = await call("bookings.cancel", "DELETE /bookings/{id}/cancel", { path });
  if (cancelled.statusCode !== 200) return `bookings.cancel answered ${cancelled.statusCode}`;
  const read = await call("bookings.get", "GET /bookings/{id}", { path });
  if (read.statusCode !== 200) return `bookings.get answered ${read.statusCode}`;
  const { status } = Read.parse(read.body).booking;
  return status === "CANCELLED" ? undefined : `the booking is ${status} after it was cancelled`;
}

interface Sent {
  path?: Record<string, string>;
  body?: object;
}
type Call = (id: ProbedId, route: string, sent: Sent) => Promise<Reply>;

/** Asks the authorizer about the key; calls made with the result carry what it found, as the gateway would. */
async function asCaller(invoke: InvokeProbed, apiKey: string): Promise<Call | undefined> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const asked = { ...gatewayEvent("GET /bookings/{id}", { headers }), type: "REQUEST", methodArn: METHOD };
  const { policyDocument, context } = Decision.parse(await invoke("authorizer", asked));
  if (policyDocument.Statement[0].Effect !== "Allow" || context.caller === undefined) return undefined;
  return async (id, route, sent) =>
    Reply.parse(await invoke(id, gatewayEvent(route, { ...sent, headers, context })));
}

/** Books a time some weeks ahead; another release may be trying itself at the same time. */
async function bookAnyTime(call: Call, eventTypeId: number, tries = TRIES): Promise<Reply> {
  const slot = randomInt((SLOTS.spreadDays * 24 * 60) / SLOTS.minutes) * SLOTS.minutes * 60_000;
  const midnight = Math.floor(now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const start = new Date(midnight + SLOTS.firstInDays * DAY_MILLISECONDS + slot).toISOString();
  const responses = { name: "Release probe", email: "probe@example.com" };
  const reply = await call("bookings.create", "POST /bookings", { body: { eventTypeId, start, responses } });
  return reply.statusCode === CONFLICT && tries > 1 ? bookAnyTime(call, eventTypeId, tries - 1) : reply;
}

const METHOD = "arn:aws:execute-api:local:000000000000:probe/v1/GET/bookings/1";

/** The event the gateway would send, as far as functions read it. */
function gatewayEvent(
  route: string,
  sent: Sent & { headers: Record<string, string>; context?: Record<string, unknown> },
): object {
  const [httpMethod = "", resource = ""] = route.split(" ");
  const headers = { ...sent.headers, "Content-Type": "application/json", Host: "probe.invalid" };
  const path = resource.replace("{id}", sent.path?.["id"] ?? "1");
  return {
    httpMethod,
    resource,
    path,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    pathParameters: sent.path ?? null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    stageVariables: null,
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    isBase64Encoded: false,
    requestContext: {
      authorizer: sent.context ?? null,
      domainName: "probe.invalid",
      httpMethod,
      identity: { sourceIp: "192.0.2.1", userAgent: "release-probe" },
      path: `/v1${path}`,
      extendedRequestId: randomUUID(),
      requestTimeEpoch: now(),
      resourcePath: resource,
      stage: "v1",
    },
  };
}
