import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVENTS } from "#infra/documents/event-schemas.ts";
import { settledUntil } from "#lib/bookings/events/list.ts";
import {
  FAILURES_TO_OPEN,
  FAST_RESPONSES_NEEDED,
  FIRST_PROBE_SECONDS,
  LONGEST_PROBE_SECONDS,
  SLOW_MS,
} from "#lib/delivery/circuit-breaker/breaker.ts";
import { lanesPerOwner, MAX_AT_ONCE } from "#lib/delivery/deliveries/lanes.ts";
import { JITTER, RETRY_SECONDS } from "#lib/delivery/sending/retry.ts";
import { setClock } from "#lib/platform/clock.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { pointerTo, violations } from "#test/support/documents/api-document.ts";
import { blocksIn } from "#test/support/documents/shell-blocks.ts";
import { eventViolations } from "#test/support/network/declared-event.ts";

const text = readFileSync("docs/webhooks.md", "utf8");
/** The text on one line. */
const prose = text.replaceAll(/\s+/g, " ");

test("the table of the docs has every event, and when it is sent", () => {
  for (const [trigger, { when }] of Object.entries(EVENTS))
    expect(text).toContain(`| \`${trigger}\` | ${when} |`);
  for (const trigger of WebhookTrigger.options) expect(text).toContain(`\`${trigger}\``);
});

test("the body in the docs matches its schema, and the table of fields has each field once", () => {
  const [json = ""] = blocksIn(text, ["json"]);
  const { triggerEvent, createdAt, payload } = JSON.parse(json);
  expect(eventViolations(JSON.stringify({ triggerEvent, createdAt, payload }))).toEqual([]);
  const { cancellationReason: _, cancelledBy: __, ...booking } = payload;
  expect(violations(pointerTo("components", "schemas", "BookingEvent"), booking)).toEqual([]);
  const [, table = ""] = /\| Fields \| What \|\n(.*?)\n\n/s.exec(text) ?? [];
  const named = table.split("\n").flatMap((row) => row.split("|")[1]?.match(/\w+(?=`)/g) ?? []);
  expect(named.toSorted()).toEqual(Object.keys(booking).toSorted());
});

test("the docs have the numbers of the code", () => {
  const short = (seconds: number): string =>
    seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
  setClock(() => 60_000);
  for (const sentence of [
    `retried after ${RETRY_SECONDS.map(short).join(", ")}, each ± ${JITTER * 100} %`,
    `At most ${MAX_AT_ONCE} requests`,
    `at most ${lanesPerOwner().all} to all webhooks of one user`,
    `an attempt that took ${SLOW_MS / 1000} seconds or more`,
    `within ${SLOW_MS / 1000} seconds ${FAST_RESPONSES_NEEDED} times in a row`,
    `After ${FAILURES_TO_OPEN} failures in a row`,
    `the first after ${FIRST_PROBE_SECONDS} seconds`,
    `every ${LONGEST_PROBE_SECONDS} seconds.`,
    `about ${60 - Date.parse(settledUntil()) / 1000} seconds after it happened`,
  ])
    expect(prose).toContain(sentence);
});
