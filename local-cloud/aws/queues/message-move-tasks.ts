import { randomUUID } from "node:crypto";
import type { Clock } from "#local-cloud/aws/types.ts";
import { Attributes } from "./messages.ts";
import { queueNameIn } from "./queue.ts";
import { invalidValue, queueError } from "./queue-errors.ts";
import type { QueueStore, Row } from "./queue-store.ts";
import type { Queues } from "./queues.ts";

/** One run of StartMessageMoveTask, with the names of ListMessageMoveTasks. */
interface MoveTask {
  Status: "COMPLETED" | "FAILED";
  SourceArn: string;
  DestinationArn?: string;
  ApproximateNumberOfMessagesMoved: number;
  ApproximateNumberOfMessagesToMove: number;
  FailureReason?: string;
  StartedTimestamp: number;
}

const MAX_RESULTS = 10;

/** Redrives dead letters. A task finishes immediately, which takes a while on SQS. */
export class MessageMoveTasks {
  readonly #queues: Queues;
  readonly #store: QueueStore;
  readonly #clock: Clock;
  readonly #tasks: MoveTask[] = [];

  constructor(queues: Queues, store: QueueStore, clock: Clock) {
    this.#queues = queues;
    this.#store = store;
    this.#clock = clock;
  }

  /** Moves every visible message to its source queue, or to the given destination. Returns the task's handle. */
  start(sourceArn: string, destinationArn: string | undefined): string {
    const source = this.#deadLetterQueue(sourceArn);
    if (destinationArn !== undefined) this.#queues.get(queueNameIn(destinationArn));
    const rows = this.#store.visible(source, this.#clock.now(), -1);
    const count = this.#store.transaction(() => rows.filter((row) => this.#move(row, destinationArn)).length);
    const isComplete = count === rows.length;
    this.#tasks.unshift({
      Status: isComplete ? "COMPLETED" : "FAILED",
      SourceArn: sourceArn,
      ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
      ApproximateNumberOfMessagesMoved: count,
      ApproximateNumberOfMessagesToMove: rows.length,
      ...(!isComplete && { FailureReason: "CouldNotDetermineMessageSource" }),
      StartedTimestamp: this.#clock.now(),
    });
    return randomUUID();
  }

  /** Lists the latest tasks of a dead-letter queue, newest first; at most 10. */
  list(sourceArn: string, limit: number): MoveTask[] {
    this.#deadLetterQueue(sourceArn);
    return this.#tasks.filter((task) => task.SourceArn === sourceArn).slice(0, Math.min(limit, MAX_RESULTS));
  }

  /** Sends the message again, as a new message with a new id and time, and no receives. */
  #move(row: Row, destinationArn: string | undefined): boolean {
    const target = destinationArn ?? row.source;
    if (target === null) return false;
    this.#queues.send(queueNameIn(target), {
      body: row.body,
      messageAttributes: Attributes.parse(JSON.parse(row.attributes)),
      ...(row.group_id !== null && { groupId: row.group_id }),
      ...(row.dedup_id !== null && { deduplicationId: randomUUID() }),
      senderId: row.sender,
    });
    this.#store.delete(row.seq);
    return true;
  }

  #deadLetterQueue(arn: string): string {
    const name = queueNameIn(arn);
    const queues = this.#queues.list();
    if (!queues.some((queue) => queue.arn === arn)) throw queueError("ResourceNotFoundException");
    if (!queues.some((queue) => queue.redrive?.queue === name))
      throw invalidValue("SourceArn", arn, "Source queue must be configured as a Dead Letter Queue.");
    return name;
  }
}
