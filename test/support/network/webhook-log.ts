import type { ServerResponse } from "node:http";
import { Webhook as Verifier } from "standardwebhooks";
import { expect } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { WebhookDelivery } from "#lib/delivery/deliveries/schema.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { type Received, type Receiver, startReceiver } from "./receiver.ts";

const Deliveries = z.array(WebhookDelivery);

/** Calls an endpoint of webhooks and returns the body; requires status 200. */
export async function callWebhooks(
  name: string,
  caller: Caller,
  parts: Parameters<typeof callEndpoint>[2],
): Promise<Record<string, unknown>> {
  const { status, text, json } = await callEndpoint(`webhooks.${name}`, caller, parts);
  expect(status, text).toBe(200);
  return json;
}

/** The deliveries in the list of a webhook. */
export async function listDeliveriesOf(
  caller: Caller,
  id: string,
  query: Record<string, string> = {},
): Promise<WebhookDelivery[]> {
  return Deliveries.parse(
    (await callWebhooks("deliveries.list", caller, { path: { id }, query }))["deliveries"],
  );
}

/** A delivery as `webhooks.deliveries.get` returns it. */
export const getDeliveryOf = async (
  caller: Caller,
  id: string,
  deliveryId: string,
): Promise<WebhookDelivery> =>
  WebhookDelivery.parse(
    (await callWebhooks("deliveries.get", caller, { path: { id, deliveryId } }))["delivery"],
  );

/** A webhook of a new host, and its receiver. */
export interface Subscription {
  receiver: Receiver;
  host: Caller;
  id: string;
  secret: string;
  path: { id: string };
}

/** Creates a webhook of a new host. Its receiver responds with these statuses in turn, then always with the last one. */
export async function subscribe(...statuses: number[]): Promise<Subscription> {
  const receiver = await startReceiver((response: ServerResponse) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 200).end("so it is");
  });
  const host = await makeHost();
  const { id, secret } = await makeWebhook(host, { subscriberUrl: receiver.url });
  return { receiver, host, id, secret: secret ?? "", path: { id } };
}

/** Creates an event of a host and its deliveries. */
export const createEvent = async (host: Caller): Promise<void> => fanOutEvents([await makeEvent(host)]);

/** For each signature of a request, the index of the secret with which it was made; -1 for none of them. */
export function signers({ headers, body }: Received, secrets: readonly string[]): number[] {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const own = secrets.map((secret) => new Verifier(secret).sign(String(headers["webhook-id"]), at, body));
  return String(headers["webhook-signature"])
    .split(" ")
    .map((signature) => own.indexOf(signature));
}
