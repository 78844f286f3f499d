import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { pollQueue } from "#local-cloud/events/queue-poller.ts";
import { startLocalAws } from "#local-cloud/testing/local-aws.ts";

test("messages are collected in one batch while no instance is free", async () => {
  const { queues } = await startLocalAws({
    queues: [{ QueueName: "jobs" }],
    dynamodbEndpoint: "http://127.0.0.1:9",
  });
  const source = {
    kind: "queue" as const,
    name: "jobs",
    functionName: "work",
    queue: "jobs",
    batchSize: 10,
    reportsItemFailures: true,
    filters: [],
    maximumConcurrency: undefined,
  };
  const batches: string[][] = [];
  const instance = Promise.withResolvers<void>();
  const poller = pollQueue(
    source,
    {
      queues,
      waitForCapacity: () => instance.promise,
      invoke: async (_name, event) => {
        batches.push(JSON.parse(event).Records.map(({ body }: { body: string }) => body));
        return { kind: "succeeded", payload: '{"batchItemFailures":[]}' };
      },
    },
    10,
  );
  onTestFinished(() => poller.stop());
  for (const body of ["a", "b", "c"]) {
    queues.send("jobs", { body });
    await turn();
  }
  instance.resolve();
  await vi.waitFor(() => expect(batches).toEqual([["a", "b", "c"]]));
});
