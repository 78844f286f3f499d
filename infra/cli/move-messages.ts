import {
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";

/** The approximate number of moved messages, and the reason if others were not moved. */
export interface MoveResult {
  moved: number;
  failure: string | null;
}

/** Functions that report progress and wait; tests replace them. */
export interface Progress {
  report(moved: number): void;
  wait(milliseconds: number): Promise<void>;
}

/** Milliseconds between two reads of the task. */
const POLL_INTERVAL_MS = 1_000;
/** Maximum number of reads until SQS lists a task that was just started. */
const MAX_POLLS = 10;

/** Moves all messages of one queue to another (ARNs), and waits until SQS has finished. SQS continues if this process ends. */
export async function moveMessages(
  sqs: SQSClient,
  { source, destination }: { source: string; destination: string },
  { report, wait }: Progress,
): Promise<MoveResult> {
  const previous = await latestTask(sqs, source);
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: source, DestinationArn: destination }));
  for (let polls = 1; ; polls += 1) {
    const task = await latestTask(sqs, source);
    const isNewTask = task?.StartedTimestamp !== previous?.StartedTimestamp || polls > MAX_POLLS;
    const moved = Number(task?.ApproximateNumberOfMessagesMoved ?? 0);
    if (isNewTask) report(moved);
    if (isNewTask && task?.Status !== "RUNNING" && task?.Status !== "CANCELLING")
      return { moved, failure: task?.Status === "COMPLETED" ? null : reasonOf(task) };
    await wait(POLL_INTERVAL_MS);
  }
}

async function latestTask(
  sqs: SQSClient,
  SourceArn: string,
): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
  return Results?.[0];
}

const reasonOf = (task: ListMessageMoveTasksResultEntry | undefined): string =>
  task?.FailureReason ?? task?.Status ?? "SQS does not list the task";
