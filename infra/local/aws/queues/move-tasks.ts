import { randomUUID } from "node:crypto";
import type { Clock } from "#infra/local/aws/types.ts";
import { Attributes } from "./messages.ts";
import { queueNameIn } from "./queue.ts";
import { invalidValue, queueError } from "./queue-errors.ts";
import type { QueueStore, Row } from "./queue-store.ts";
import type { Queues } from "./queues.ts";

/** One run of StartMessageMoveTask, in the words of ListMessageMoveTasks. */
interface MoveTask {
  Status: "COMPLETED" | "FAILED";
  SourceArn: string;
  DestinationArn?: string;
  ApproximateNumberOfMessagesMoved: number;
  ApproximateNumberOfMessagesToMove: number;
  FailureReason?: string;
  StartedTimestamp: number;
}

const KEPT = 10;

/** Redrives dead letters, at once; on SQS it takes its time. */
export class MoveTasks {
  readonly #queues: Queues;
  readonly #store: QueueStore;
  readonly #clock: Clock;
  readonly #tasks: MoveTask[] = [];

  constructor(queues: Queues, store: QueueStore, clock: Clock) {
    this.#queues = queues;
    this.#store = store;
    this.#clock = clock;
  }

  /** Moves every visible message back to the queue it came from, or to the given one. Returns the task's handle. */
  start(sourceArn: string, destinationArn: string | undefined): string {
    const source = this.#deadLetterQueue(sourceArn);
    if (destinationArn !== undefined) this.#queues.queue(queueNameIn(destinationArn));
    const rows = this.#store.visible(source, this.#clock.now(), -1);
    const moved = this.#store.transaction(() => rows.filter((row) => this.#move(row, destinationArn)).length);
    const complete = moved === rows.length;
    this.#tasks.unshift({
      Status: complete ? "COMPLETED" : "FAILED",
      SourceArn: sourceArn,
      ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
      ApproximateNumberOfMessagesMoved: moved,
      ApproximateNumberOfMessagesToMove: rows.length,
      ...(!complete && { FailureReason: "CouldNotDetermineMessageSource" }),
      StartedTimestamp: this.#clock.now(),
    });
    return randomUUID();
  }

  /** The latest tasks of a dead-letter queue, the newest first; at most 10 are kept. */
  list(sourceArn: string, limit: number): MoveTask[] {
    this.#deadLetterQueue(sourceArn);
    return this.#tasks.filter((task) => task.SourceArn === sourceArn).slice(0, Math.min(limit, KEPT));
  }

  /** A moved message is a new one: new id, new time, no receives. */
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
