import {
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";

/** The approximate number of messages that were moved, and the reason if others were not. */
export interface Moved {
  moved: number;
  failure: string | null;
}

/** Reports the number of moved messages, and waits. */
export interface Progress {
  tell(moved: number): void;
  wait(milliseconds: number): Promise<void>;
}

/** Milliseconds between two reads of the task. */
const LOOK_EVERY = 1_000;
/** The most reads until SQS lists a task that was just started. */
const MOST_LOOKS = 10;

/** Moves all messages of one queue to another (ARNs) and waits until SQS has done it. SQS continues if this process ends. */
export async function moveMessages(
  sqs: SQSClient,
  { source, destination }: { source: string; destination: string },
  { tell, wait }: Progress,
): Promise<Moved> {
  const before = await latestTask(sqs, source);
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: source, DestinationArn: destination }));
  for (let looks = 1; ; looks += 1) {
    const task = await latestTask(sqs, source);
    const isOurs = task?.StartedTimestamp !== before?.StartedTimestamp || looks > MOST_LOOKS;
    const moved = Number(task?.ApproximateNumberOfMessagesMoved ?? 0);
    if (isOurs) tell(moved);
    if (isOurs && task?.Status !== "RUNNING" && task?.Status !== "CANCELLING")
      return { moved, failure: task?.Status === "COMPLETED" ? null : reasonOf(task) };
    await wait(LOOK_EVERY);
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
