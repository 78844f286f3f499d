import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { entity, type Stored, Version } from "#lib/table/entity.ts";
import { type Operation, put, replace } from "#lib/table/operations.ts";

/** Tests of one webhook in any minute. */
const MOST_TESTS = 10;
const WINDOW = 60_000;

/** When a webhook was tested of late (ms). */
export const WebhookTests = entity({
  name: "webhook-tests",
  key: { pk: "W#{webhookId}", sk: "TESTS" },
  versioned: true,
  schema: z.object({ webhookId: z.string(), times: z.array(z.int()), version: Version, ttl: z.int() }),
});

/**
 * The write that counts one more test of a webhook, for the transaction that writes the test.
 *
 * @throws {Failure} `too_many_requests`, with `Retry-After`, when there were ten within a minute
 */
export function countTest(webhookId: string, before: Stored<typeof WebhookTests> | undefined): Operation {
  const at = now();
  const recent = (before?.times ?? []).filter((time) => time > at - WINDOW);
  const oldest = recent[recent.length - MOST_TESTS];
  if (oldest !== undefined) throw tooMany(Math.ceil((oldest + WINDOW - at) / 1000));
  const counted = { webhookId, times: [...recent, at], version: 1, ttl: Math.ceil((at + WINDOW) / 1000) };
  return before ? replace(WebhookTests, before, counted) : put(WebhookTests, counted);
}

const tooMany = (seconds: number): Failure =>
  new Failure(
    "too_many_requests",
    `A webhook can be tested at most ${MOST_TESTS} times per minute. Try again in ${seconds} s.`,
    {
      headers: { "Retry-After": String(seconds) },
    },
  );
