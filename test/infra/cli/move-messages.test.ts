import {
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it, onTestFinished } from "vitest";
import { moveMessages } from "#infra/cli/move-messages.ts";

type Task = ListMessageMoveTasksResultEntry;

/** Moves the messages of a queue whose tasks SQS lists like this, look by look; answers the result and what was told. */
async function move(...looks: (Task | undefined)[]) {
  const sqs = mockClient(SQSClient);
  onTestFinished(() => sqs.restore());
  sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: "task" });
  const listed = sqs.on(ListMessageMoveTasksCommand);
  for (const task of looks) listed.resolvesOnce({ Results: task ? [task] : [] });
  const told: number[] = [];
  const result = await moveMessages(
    new SQSClient(),
    { source: "arn:aws:sqs:eu-west-1:1:dead", destination: "arn:aws:sqs:eu-west-1:1:live" },
    { tell: (moved) => told.push(moved), wait: async () => undefined },
  );
  return { ...result, told };
}

const task = (Status: string, moved: number, more: Task = {}): Task => ({
  Status,
  StartedTimestamp: 2,
  ApproximateNumberOfMessagesMoved: moved,
  ...more,
});

describe("moving messages", () => {
  it("tells how far it is until SQS is done", async () => {
    const looks = [task("RUNNING", 10), task("RUNNING", 30), task("COMPLETED", 40)];
    expect(await move(undefined, ...looks)).toEqual({ moved: 40, failure: null, told: [10, 30, 40] });
  });

  it("takes no earlier move for its own", async () => {
    const earlier = task("COMPLETED", 7, { StartedTimestamp: 1 });
    expect(await move(earlier, earlier, task("COMPLETED", 3))).toEqual({
      moved: 3,
      failure: null,
      told: [3],
    });
  });

  it("tells why the rest stayed where it is", async () => {
    const failed = task("FAILED", 2, { FailureReason: "AWS.SimpleQueueService.NonExistentQueue" });
    expect(await move(undefined, failed)).toMatchObject({ moved: 2, failure: failed.FailureReason });
    expect(await move(undefined, task("CANCELLED", 1))).toMatchObject({ failure: "CANCELLED" });
  });
});
