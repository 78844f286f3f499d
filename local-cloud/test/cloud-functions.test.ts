import { expect, test } from "vitest";
import { countInstances } from "#local-cloud/cloud-functions.ts";

test("a queue's function has as many instances as its mapping allows, any other the given number", () => {
  const deliver = {
    kind: "queue" as const,
    name: "deliver",
    functionName: "deliver",
    queue: "deliveries.fifo",
    batchSize: 1,
    reportsItemFailures: true,
    filters: [],
    maximumConcurrency: 100,
  };
  const blueprint = { eventSources: [deliver] };
  expect(countInstances("deliver", blueprint)).toBe(100);
  expect(countInstances("deliver", blueprint, 1)).toBe(100);
  expect(countInstances("bookings.get", blueprint)).toBe(3);
  expect(countInstances("bookings.get", blueprint, 1)).toBe(1);
});
