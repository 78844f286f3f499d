import { DatabaseSync, type StatementSync } from "node:sqlite";
import * as z from "zod";
import { StartError } from "#local-cloud/start-error.ts";
import { SCHEMA } from "./queue-schema.ts";

const Row = z.object({
  seq: z.number(),
  id: z.string(),
  body: z.string(),
  attributes: z.string(),
  trace: z.string().nullable(),
  group_id: z.string().nullable(),
  dedup_id: z.string().nullable(),
  sender: z.string(),
  sent: z.number(),
  visible_at: z.number(),
  receives: z.number(),
  first_received: z.number().nullable(),
  receipt: z.string().nullable(),
  source: z.string().nullable(),
});

/**
 * A stored message. `receipt` is the secret of its last receive (null if it was not received since it entered the queue),
 * `source` the queue that it was a dead letter of, `attributes` is JSON. Times are in milliseconds.
 */
export type Row = z.output<typeof Row>;
export type NewRow = Pick<
  Row,
  "id" | "body" | "attributes" | "trace" | "group_id" | "dedup_id" | "sender" | "sent" | "visible_at"
>;

/** Minimum number of messages in flight of a noisy group. SQS also requires a tenth of all messages in flight. */
const NOISY_GROUP_MESSAGES = 30;

/**
 * The messages in one SQLite file. Each write is in the file before its method returns, so a killed process loses
 * nothing. The file is locked while it is open, so a second process can't use the same folder.
 */
export class QueueStore {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    try {
      this.#database.exec(
        `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`,
      );
    } catch (cause) {
      this.#database.close();
      throw new StartError("directory", `${file} is in use by another process, or damaged.`, { cause });
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Runs writes in one transaction; within another transaction, as a part of it. */
  transaction<T>(run: () => T): T {
    if (this.#database.isTransaction) return run();
    this.#sql("BEGIN IMMEDIATE").run();
    try {
      const result = run();
      this.#sql("COMMIT").run();
      return result;
    } catch (error) {
      this.#sql("ROLLBACK").run();
      throw error;
    }
  }

  /** Adds a message and returns its sequence number. */
  insert(queue: string, row: NewRow): number {
    const sql = `INSERT INTO messages (queue, id, body, attributes, trace, group_id, dedup_id, sender, sent, visible_at)
      VALUES (:queue, :id, :body, :attributes, :trace, :group_id, :dedup_id, :sender, :sent, :visible_at)`;
    return Number(this.#sql(sql).run({ queue, ...row }).lastInsertRowid);
  }

  /** Lists the visible messages, those visible for the longest time first, and those of noisy groups last. */
  visible(queue: string, now: number, limit: number): Row[] {
    const noisyGroups = this.#listNoisyGroups(queue, now);
    const isNoisy =
      noisyGroups.length > 0 ? `coalesce(group_id, '') IN (${noisyGroups.map(() => "?")}),` : "";
    const sql = `SELECT * FROM messages WHERE queue = ? AND visible_at <= ? ORDER BY ${isNoisy} visible_at, seq LIMIT ?`;
    return this.#sql(sql)
      .all(queue, now, ...noisyGroups, limit)
      .map((row) => Row.parse(row));
  }

  /** Lists the groups of a standard queue that others take precedence over (SQS, fair queues). */
  #listNoisyGroups(queue: string, now: number): string[] {
    const sql = `SELECT group_id FROM messages WHERE queue = ? AND visible_at > ? AND receipt IS NOT NULL
      AND group_id IS NOT NULL GROUP BY group_id HAVING count(*) >= ${NOISY_GROUP_MESSAGES}`;
    return this.#sql(sql)
      .all(queue, now)
      .map((row) => String(row["group_id"]));
  }

  /** Lists the visible messages of a FIFO queue, in the order of sending, without groups that have a message in flight. */
  visibleInOrder(queue: string, now: number, limit: number): Row[] {
    const sql = `SELECT * FROM messages WHERE queue = :queue AND group_id IS NOT NULL AND group_id NOT IN (
      SELECT group_id FROM messages WHERE queue = :queue AND visible_at > :now AND group_id IS NOT NULL
    ) ORDER BY seq LIMIT :limit`;
    return this.#sql(sql)
      .all({ queue, now, limit })
      .map((row) => Row.parse(row));
  }

  /** Finds a message by its sequence number. */
  find(queue: string, seq: number): Row | undefined {
    const row = this.#sql("SELECT * FROM messages WHERE seq = ? AND queue = ?").get(seq, queue);
    return row && Row.parse(row);
  }

  /** Marks a message as in flight. */
  receive(seq: number, values: { receipt: string; now: number; visibleAt: number }): void {
    const sql = `UPDATE messages SET receipt = :receipt, visible_at = :visibleAt, receives = receives + 1,
      first_received = coalesce(first_received, :now) WHERE seq = :seq`;
    this.#sql(sql).run({ seq, ...values });
  }

  setVisibleAt(seq: number, visibleAt: number): void {
    this.#sql("UPDATE messages SET visible_at = ? WHERE seq = ?").run(visibleAt, seq);
  }

  /** Makes the messages in flight visible. */
  returnInFlight(queue: string, now: number): void {
    const sql = `UPDATE messages SET visible_at = :now
      WHERE queue = :queue AND visible_at > :now AND receipt IS NOT NULL`;
    this.#sql(sql).run({ queue, now });
  }

  /** Moves a message to its dead-letter queue, unchanged. */
  moveToDeadLetterQueue(seq: number, values: { queue: string; source: string; now: number }): void {
    const sql =
      "UPDATE messages SET queue = :queue, source = :source, visible_at = :now, receipt = NULL WHERE seq = :seq";
    this.#sql(sql).run({ seq, ...values });
  }

  delete(seq: number): void {
    this.#sql("DELETE FROM messages WHERE seq = ?").run(seq);
  }

  purge(queue: string): void {
    this.#sql("DELETE FROM messages WHERE queue = ?").run(queue);
  }

  /** Deletes messages that were sent before a time, and expired deduplications. */
  expire(queue: string, sentBefore: number, now: number): void {
    this.#sql("DELETE FROM messages WHERE queue = ? AND sent < ?").run(queue, sentBefore);
    this.#sql("DELETE FROM deduplications WHERE expires <= ?").run(now);
  }

  counts(queue: string, now: number): { visible: number; inFlight: number; delayed: number } {
    const sql = `SELECT count(*) FILTER (WHERE visible_at <= :now) AS visible,
      count(*) FILTER (WHERE visible_at > :now AND receipt IS NOT NULL) AS inFlight,
      count(*) FILTER (WHERE visible_at > :now AND receipt IS NULL) AS delayed FROM messages WHERE queue = :queue`;
    return Counts.parse(this.#sql(sql).get({ queue, now }));
  }

  /** Finds the time when the next message becomes visible. */
  findNextVisibleAt(queue: string, now: number): number | undefined {
    const row = this.#sql(
      "SELECT min(visible_at) AS at FROM messages WHERE queue = ? AND visible_at > ?",
    ).get(queue, now);
    return typeof row?.["at"] === "number" ? row["at"] : undefined;
  }

  /** Stores the result of a send under its deduplication id. */
  saveDeduplication(queue: string, id: string, sent: { result: string; expires: number }): void {
    const sql = "INSERT OR REPLACE INTO deduplications (queue, id, answer, expires) VALUES (?, ?, ?, ?)";
    this.#sql(sql).run(queue, id, sent.result, sent.expires);
  }

  /** Finds the result of an earlier send with the same, unexpired deduplication id. */
  findDuplicate(queue: string, id: string, now: number): string | undefined {
    const sql = "SELECT answer FROM deduplications WHERE queue = ? AND id = ? AND expires > ?";
    const result = this.#sql(sql).get(queue, id, now)?.["answer"];
    return typeof result === "string" ? result : undefined;
  }

  #sql(text: string): StatementSync {
    const cached = this.#statements.get(text);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

const Counts = z.object({ visible: z.number(), inFlight: z.number(), delayed: z.number() });
