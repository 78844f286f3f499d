import { expect, test } from "vitest";
import { instancesOf } from "#infra/local/cloud-functions.ts";

test("a queue's function has as many instances as deployed, any other as many as the cloud is given", () => {
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
  expect(instancesOf("deliver", blueprint)).toBe(100);
  expect(instancesOf("deliver", blueprint, 1)).toBe(100);
  expect(instancesOf("bookings.get", blueprint)).toBe(3);
  expect(instancesOf("bookings.get", blueprint, 1)).toBe(1);
});
