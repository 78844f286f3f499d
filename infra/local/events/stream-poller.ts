import { setTimeout as sleep } from "node:timers/promises";
import type { QueueEngine } from "#infra/local/aws/types.ts";
import type { StreamSource } from "#infra/local/template/event-sources.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { compileFilters, type EventFilter } from "./event-filter.ts";
import type { InvokeConsumer, Poller } from "./queue-poller.ts";
import { deliverRecords } from "./stream-delivery.ts";
import type { StreamReader, StreamRecord } from "./stream-reader.ts";

/** A poller that can be told that the table has just changed. */
export interface StreamPoller extends Poller {
  nudge(): void;
}

/** What the poller of one table works with. */
export interface StreamPolling {
  reader: StreamReader;
  sources: readonly StreamSource[];
  queues: QueueEngine;
  invoke: InvokeConsumer;
  checkpoints: Checkpoints;
}

/** Between two looks at the stream, if no transaction wakes the poller. */
const IDLE_MILLISECONDS = 200;
/**
 * After a look that found something, so that the changes of a busy service are delivered together. A change after a
 * pause is read at once; AWS reads a shard four times a second.
 */
const BUSY_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5000;

/** How far one mapping has come in one shard; `busy` while its function runs. */
interface Cursor {
  source: StreamSource;
  passes: EventFilter;
  shard: string;
  position: string | undefined;
  busy: boolean;
  ended: boolean;
}

/**
 * Feeds the stream of a table to its functions, each at its own pace. Mappings that stand at the same record share a
 * read. A position is saved once its records are done, so a kill repeats records and never loses one.
 */
export function pollStream(polling: StreamPolling): StreamPoller {
  const loop = new StreamLoop(polling);
  const run = loop.run();
  return {
    nudge: () => loop.wake(),
    async stop() {
      loop.stop();
      await run;
    },
  };
}

class StreamLoop {
  readonly #polling: StreamPolling;
  readonly #cursors: Cursor[] = [];
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #wakened = false;
  #busyUntil = 0;
  #wake: () => void = () => {};

  constructor(polling: StreamPolling) {
    this.#polling = polling;
  }

  wake(): void {
    this.#wakened = true;
    this.#wake();
  }

  stop(): void {
    this.#stopping.abort();
    this.wake();
  }

  async run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wakened = false;
      await this.#look();
      await this.#rest();
    }
    await Promise.all(this.#running);
    for (const { source, shard, position, busy } of this.#cursors) {
      if (!busy && position !== undefined) this.#polling.checkpoints.set(source.name, shard, position);
    }
  }

  async #look(): Promise<void> {
    try {
      await this.#addShards();
      await Promise.all(this.#groups().map((group) => this.#advance(group)));
    } catch (error) {
      // The engine did not answer this time. Nothing is lost: the next look begins at the same place.
      console.error(error);
    }
  }

  async #rest(): Promise<void> {
    const { signal } = this.#stopping;
    await this.#sleep(this.#busyUntil - Date.now(), () => signal.aborted);
    await this.#sleep(IDLE_MILLISECONDS, () => this.#wakened);
  }

  /** Waits so long; a wake ends it if the wait is over then. */
  async #sleep(milliseconds: number, isOver: () => boolean): Promise<void> {
    if (milliseconds <= 0 || isOver()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = () => {
      if (isOver()) resolve();
    };
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
  }

  /** Asks for shards at first, and again whenever one has ended; a child waits for its parent. */
  async #addShards(): Promise<void> {
    if (this.#cursors.length > 0 && !this.#cursors.some(({ ended }) => ended)) return;
    const { reader, sources, checkpoints } = this.#polling;
    const shards = await reader.shards();
    for (const source of sources) {
      for (const { id, parent } of shards) {
        const own = this.#cursors.filter((cursor) => cursor.source === source);
        const parentOpen = shards.some((shard) => shard.id === parent) && !isDone(own, parent);
        if (parentOpen || own.some(({ shard }) => shard === id)) continue;
        const position = checkpoints.get(source.name, id);
        const passes = compileFilters(source.filters);
        this.#cursors.push({ source, passes, shard: id, position, busy: false, ended: false });
      }
    }
  }

  /** Cursors that wait at the same record. */
  #groups(): Cursor[][] {
    const idle = this.#cursors.filter(({ busy, ended }) => !busy && !ended);
    return [...Map.groupBy(idle, ({ shard, position }) => `${shard}:${position}`).values()];
  }

  async #advance(group: readonly Cursor[]): Promise<void> {
    const [{ shard, position } = { shard: "", position: undefined }] = group;
    const { records, ended } = await this.#polling.reader.read(shard, position);
    for (const cursor of group) {
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      const wanted = records.filter((record) => cursor.passes(record));
      if (wanted.length > 0) this.#deliver(cursor, wanted, { last, ended });
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
    const { reader, invoke, queues, checkpoints } = this.#polling;
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
    const milliseconds = Math.min(100 * 2 ** attempts, LONGEST_PAUSE_MILLISECONDS);
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal });
  }
}

const isDone = (cursors: readonly Cursor[], shard: string | undefined): boolean =>
  cursors.some((cursor) => cursor.shard === shard && cursor.ended);
