import { setTimeout as sleep } from "node:timers/promises";
import type { QueueEngine } from "#local-cloud/aws/types.ts";
import type { StreamSource } from "#local-cloud/template/event-sources.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { compileFilters, type EventFilter } from "./event-filter.ts";
import type { InvokeConsumer, Poller } from "./queue-poller.ts";
import { deliverRecords } from "./stream-delivery.ts";
import type { StreamReader, StreamRecord } from "./stream-reader.ts";

/** A poller of a table's stream. */
export interface StreamPoller extends Poller {
  /** Starts the next poll early, because the table has just changed. */
  wake(): void;
}

/** The stream of one table, its consumers and the services that they use. */
export interface StreamPollerOptions {
  reader: StreamReader;
  sources: readonly StreamSource[];
  queues: QueueEngine;
  invoke: InvokeConsumer;
  checkpoints: Checkpoints;
}

/** Time between two polls, if no transaction wakes the poller. */
const IDLE_MILLISECONDS = 200;
/**
 * Minimum time between a poll that returned records and the next one, so that the changes of a busy service are
 * delivered in batches. A change after a pause is read immediately. AWS reads a shard four times a second.
 */
const BUSY_MILLISECONDS = 100;
const MAX_PAUSE_MILLISECONDS = 5000;

/** The position of one event source mapping in one shard; `busy` while its function runs. */
interface Cursor {
  source: StreamSource;
  matches: EventFilter;
  shard: string;
  position: string | undefined;
  busy: boolean;
  ended: boolean;
}

/**
 * Delivers the stream of a table to its functions, each at its own pace. Mappings at the same record share a read. A
 * position is saved after its records were processed, so a killed process repeats records but never skips one.
 */
export function pollStream(options: StreamPollerOptions): StreamPoller {
  const loop = new PollLoop(options);
  const run = loop.run();
  return {
    wake: () => loop.wake(),
    async stop() {
      loop.stop();
      await run;
    },
  };
}

class PollLoop {
  readonly #options: StreamPollerOptions;
  readonly #cursors: Cursor[] = [];
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #isWoken = false;
  #busyUntil = 0;
  #endWait: () => void = () => {};

  constructor(options: StreamPollerOptions) {
    this.#options = options;
  }

  wake(): void {
    this.#isWoken = true;
    this.#endWait();
  }

  stop(): void {
    this.#stopping.abort();
    this.wake();
  }

  async run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false;
      await this.#poll();
      await this.#waitForNextPoll();
    }
    await Promise.all(this.#running);
    for (const { source, shard, position, busy } of this.#cursors) {
      if (!busy && position !== undefined) this.#options.checkpoints.set(source.name, shard, position);
    }
  }

  async #poll(): Promise<void> {
    try {
      await this.#addShards();
      await Promise.all(this.#groupIdleCursors().map((group) => this.#advance(group)));
    } catch (error) {
      // The engine did not respond. The next poll reads from the same position.
      console.error(error);
    }
  }

  async #waitForNextPoll(): Promise<void> {
    const { signal } = this.#stopping;
    await this.#sleep(this.#busyUntil - Date.now(), () => signal.aborted);
    await this.#sleep(IDLE_MILLISECONDS, () => this.#isWoken);
  }

  /** Waits for this time, or until `wake` is called while `isOver` returns true. */
  async #sleep(milliseconds: number, isOver: () => boolean): Promise<void> {
    if (milliseconds <= 0 || isOver()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endWait = () => {
      if (isOver()) resolve();
    };
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
  }

  /** Lists the shards at the start, and again after one has ended. A child shard is read after its parent. */
  async #addShards(): Promise<void> {
    if (this.#cursors.length > 0 && !this.#cursors.some(({ ended }) => ended)) return;
    const { reader, sources, checkpoints } = this.#options;
    const shards = await reader.shards();
    for (const source of sources) {
      for (const { id, parent } of shards) {
        const cursors = this.#cursors.filter((cursor) => cursor.source === source);
        const isParentOpen = shards.some((shard) => shard.id === parent) && !hasEnded(cursors, parent);
        if (isParentOpen || cursors.some(({ shard }) => shard === id)) continue;
        const position = checkpoints.get(source.name, id);
        const matches = compileFilters(source.filters);
        this.#cursors.push({ source, matches, shard: id, position, busy: false, ended: false });
      }
    }
  }

  /** Groups the idle cursors by position. */
  #groupIdleCursors(): Cursor[][] {
    const idle = this.#cursors.filter(({ busy, ended }) => !busy && !ended);
    return [...Map.groupBy(idle, ({ shard, position }) => `${shard}:${position}`).values()];
  }

  async #advance(group: readonly Cursor[]): Promise<void> {
    const [{ shard, position } = { shard: "", position: undefined }] = group;
    const { records, ended } = await this.#options.reader.read(shard, position);
    for (const cursor of group) {
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      const matching = records.filter((record) => cursor.matches(record));
      if (matching.length > 0) this.#deliver(cursor, matching, { last, ended });
      else Object.assign(cursor, { position: last ?? cursor.position, ended });
    }
  }

  #deliver(
    cursor: Cursor,
    records: StreamRecord[],
    page: { last: string | undefined; ended: boolean },
  ): void {
    cursor.busy = true;
    this.#busyUntil = Date.now() + BUSY_MILLISECONDS;
    const { source, shard } = cursor;
    const { reader, invoke, queues, checkpoints } = this.#options;
    const delivery = deliverRecords(
      {
        source,
        shard,
        streamArn: reader.arn,
        invoke,
        queues,
        checkpoint: (sequenceNumber) => checkpoints.set(source.name, shard, sequenceNumber),
        pause: (attempts) => this.#pause(attempts),
      },
      records,
    ).then(
      () => Object.assign(cursor, { position: page.last, ended: page.ended, busy: false }),
      (error: unknown) => {
        if (!this.#stopping.signal.aborted) throw error;
      },
    );
    const running = delivery.then(() => this.wake());
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  async #pause(attempts: number): Promise<void> {
    const milliseconds = Math.min(100 * 2 ** attempts, MAX_PAUSE_MILLISECONDS);
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal });
  }
}

const hasEnded = (cursors: readonly Cursor[], shard: string | undefined): boolean =>
  cursors.some((cursor) => cursor.shard === shard && cursor.ended);
