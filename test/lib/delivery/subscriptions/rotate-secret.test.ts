import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import type { Received } from "#test/support/network/receiver.ts";
import { callWebhooks, createEvent, signers, subscribe } from "#test/support/network/webhook-log.ts";

const { clock, drain } = useDeliveries();

describe("a secret that is rotated", () => {
  const rotate = async (host: Caller, id: string, body: object): Promise<string> => {
    const { webhook } = await callWebhooks("rotate-secret", host, { path: { id }, body });
    return z.object({ secret: z.string().startsWith("whsec_") }).parse(webhook).secret;
  };

  test("signs requests together with the new one, which comes first, until the grace period ends", async () => {
    const { receiver, host, id, secret } = await subscribe(200);
    const fresh = await rotate(host, id, { graceSeconds: 3_600 });
    await createEvent(host);
    await drain();
    expect(signers(receiver.received[0] as Received, [fresh, secret])).toEqual([0, 1]);
    clock.advance(3_601);
    await createEvent(host);
    await drain();
    expect(signers(receiver.received[1] as Received, [fresh, secret])).toEqual([0]);
  });

  test("is no longer used, nor any older one, without a grace period or if an update sets another", async () => {
    const { receiver, host, id } = await subscribe(200);
    const second = await rotate(host, id, { graceSeconds: 0 });
    await createEvent(host);
    await drain();
    expect(signers(receiver.received[0] as Received, [second])).toEqual([0]);
    await rotate(host, id, {});
    const fourth = await rotate(host, id, { graceSeconds: 0 });
    await createEvent(host);
    await drain();
    expect(signers(receiver.received[1] as Received, [fourth])).toEqual([0]);
    await rotate(host, id, {});
    await updateWebhook(host, { id }, { secret: second });
    await createEvent(host);
    await drain();
    expect(signers(receiver.received[2] as Received, [second])).toEqual([0]);
  });

  test("is one of at most ten valid old ones", async () => {
    const { receiver, host, id, secret } = await subscribe(200);
    const secrets = [secret];
    for (let made = 0; made < 11; made += 1) secrets.unshift(await rotate(host, id, {}));
    await createEvent(host);
    await drain();
    expect(signers(receiver.received[0] as Received, secrets)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("does not change if the webhook has changed since the caller read it", async () => {
    const { receiver, host, path, secret } = await subscribe(200);
    const rotateIf = (tag: string) =>
      callEndpoint("webhooks.rotate-secret", host, { path, headers: { "If-Match": tag } });
    const read = await callEndpoint("webhooks.get", host, { path });
    const tag = read.headers["ETag"] ?? "";
    const stale = await rotateIf('"999"');
    expect([stale.status, stale.json["code"]]).toEqual([412, "precondition_failed"]);
    await createEvent(host);
    await drain();
    expect(signers(receiver.received[0] as Received, [secret])).toEqual([0]);
    expect((await rotateIf(tag)).status).toBe(200);
  });

  test.each([-1, 604_801, 1.5])("rejects a grace period of %d s", async (graceSeconds) => {
    const { host, path } = await subscribe(200);
    const { status, json } = await callEndpoint("webhooks.rotate-secret", host, {
      path,
      body: { graceSeconds },
    });
    expect([status, json["errors"]]).toEqual([400, [expect.objectContaining({ pointer: "#/graceSeconds" })]]);
  });
});
