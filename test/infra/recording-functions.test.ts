import { expect, test } from "vitest";
import { bundleFunctions } from "#infra/bundle.ts";
import { TIMEOUT_SECONDS } from "#infra/gateway/document.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { LONGEST_RECORDING_SECONDS } from "#lib/bookings/events/list.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";

function timeoutOf(spec: FunctionSpec): number {
  if ("timeoutSeconds" in spec) return spec.timeoutSeconds;
  return TIMEOUT_SECONDS["streams" in spec && spec.streams ? "streamed" : "buffered"];
}

/** Functions that run longer, and why their events are settled all the same. */
const EXCEPTIONS: Record<string, string> = {
  "calendars.check": "an event has the time of its transaction, after the other server was read",
  "calendars.write": "it changes bookings without events",
};

test("every function that records events times out before its events are settled", async () => {
  const entries = allEntries(await loadRegistry());
  const bundles = await bundleFunctions(entries);
  const recorders = entries.filter(({ spec }) =>
    bundles.get(spec.id)?.inputs.some((input) => input.endsWith("lib/storage/outbox/new-event.ts")),
  );
  expect(recorders.map(({ spec }) => spec.id)).toContain("bookings.create");
  const tooLong = recorders.filter(({ spec }) => timeoutOf(spec) > LONGEST_RECORDING_SECONDS);
  expect(tooLong.map(({ spec }) => spec.id).toSorted()).toEqual(Object.keys(EXCEPTIONS));
});
