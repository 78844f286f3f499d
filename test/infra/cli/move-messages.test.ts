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

/** Moves messages while SQS lists these tasks, one per poll. Returns the result and the reported numbers. */
async function move(...polls: (Task | undefined)[]) {
  const sqs = mockClient(SQSClient);
  onTestFinished(() => sqs.restore());
  sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: "task" });
  const listed = sqs.on(ListMessageMoveTasksCommand);
  for (const task of polls) listed.resolvesOnce({ Results: task ? [task] : [] });
  const reports: number[] = [];
  const result = await moveMessages(
    new SQSClient(),
    { source: "arn:aws:sqs:eu-west-1:1:dead", destination: "arn:aws:sqs:eu-west-1:1:live" },
    { report: (moved) => reports.push(moved), wait: async () => undefined },
  );
  return { ...result, reports };
}

const task = (Status: string, moved: number, more: Task = {}): Task => ({
  Status,
  StartedTimestamp: 2,
  ApproximateNumberOfMessagesMoved: moved,
  ...more,
});

describe("moving messages", () => {
  it("reports progress until SQS has finished", async () => {
    const polls = [task("RUNNING", 10), task("RUNNING", 30), task("COMPLETED", 40)];
    expect(await move(undefined, ...polls)).toEqual({ moved: 40, failure: null, reports: [10, 30, 40] });
  });

  it("ignores earlier tasks", async () => {
    const earlier = task("COMPLETED", 7, { StartedTimestamp: 1 });
    expect(await move(earlier, earlier, task("COMPLETED", 3))).toEqual({
      moved: 3,
      failure: null,
      reports: [3],
    });
  });

  it("returns the reason why other messages were not moved", async () => {
    const failed = task("FAILED", 2, { FailureReason: "AWS.SimpleQueueService.NonExistentQueue" });
    expect(await move(undefined, failed)).toMatchObject({ moved: 2, failure: failed.FailureReason });
    expect(await move(undefined, task("CANCELLED", 1))).toMatchObject({ failure: "CANCELLED" });
  });
});
