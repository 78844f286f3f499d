import * as z from "zod";
import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { RangeEnd, RangeStart } from "#lib/platform/instant.ts";
import { shardsOf } from "#lib/platform/shard.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { type Batch, batchOf, type ListSource, type ReadOptions } from "#lib/storage/lists/source.ts";
import {
  AUDIT_SHARDS,
  AuditChange,
  AuditItem,
  type StoredAuditEntry,
} from "#lib/storage/table/audit-entity.ts";
import { AUDIT_RESOURCES } from "#lib/storage/table/audit-resources.ts";
import type { IndexName } from "#lib/storage/table/indexes.ts";
import { queryBatch, type Values } from "#lib/storage/table/query.ts";

/** An entry of the audit trail in API responses. */
export const AuditEntry = z
  .object({
    id: z.string().describe("Id of the entry."),
    at: z.iso.datetime().describe("Time of the change."),
    resource: z
      .enum(AUDIT_RESOURCES)
      .describe("Type of the resource. Attendees, references and payments are part of their booking."),
    resourceId: z.string().describe("Id of the resource."),
    changes: z.array(AuditChange).describe("What changed, without values."),
    userId: z.int().nullable().describe("The user who made the change; null if no user did."),
    credentialId: z
      .string()
      .describe(
        "`key-` and the id of an API key, `grant-` and the id of a grant, `session`, `reset-link`, `decide-link` for a link in a mail, `operator`, `anyone`, or `service` for automatic changes.",
      ),
    requestId: z.string().nullable().describe("Request id, the same as in `X-Request-Id` and in the log."),
  })
  .describe("A change of a resource, with the caller who made it.");
export type AuditEntry = z.output<typeof AuditEntry>;

const renderEntry = (entry: StoredAuditEntry): AuditEntry => ({
  ...entry,
  userId: entry.userId ?? null,
  requestId: entry.requestId ?? null,
});

/** Query parameters of the audit trail, without those of paging. */
export const AuditFilter = z.object({
  userId: WholeNumber.optional().describe("Only changes by this user."),
  resource: z.enum(AUDIT_RESOURCES).optional().describe("Only changes of resources of this type."),
  resourceId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Only changes of the resource with this id; requires `resource`."),
  dateFrom: RangeStart.optional().describe(
    "Only changes at or after this time; a date means its first moment.",
  ),
  dateTo: RangeEnd.optional().describe("Only changes at or before this time; a date means its last moment."),
});
export type AuditFilter = z.output<typeof AuditFilter>;

const DAY = 86_400_000;
/** Days until an entry expires, and one more for clock skew. */
const RETENTION_DAYS = 366;

/**
 * The audit trail, latest first, for system admins. The entries of one resource, or of one user, are in one partition. Other
 * filters read all partitions, at most 80,000 entries per page: a page may be empty and still have a next one.
 *
 * @throws {Failure} `forbidden`
 */
export function listAuditTrail(caller: Caller, filter: AuditFilter = {}): ListSource<StoredAuditEntry> {
  requireSystemAdmin(caller);
  const { userId, resource, resourceId } = filter;
  if (resourceId !== undefined && resource === undefined)
    throw invalidField("#/query/resource", "is required with resourceId");
  const oldest = new Date(now() - RETENTION_DAYS * DAY).toISOString();
  const { dateFrom = oldest, dateTo = nowIso() } = filter;
  const range = { from: dateFrom > oldest ? dateFrom : oldest, until: positionAfter(dateTo) };
  const matches = (entry: StoredAuditEntry): boolean =>
    entry.userId === (userId ?? entry.userId) && entry.resource === (resource ?? entry.resource);
  async function batch(after = range.until, take: number): Promise<Batch<StoredAuditEntry>> {
    const span = { ...range, until: after };
    const read = readBackwards(partitionsFor(filter), span);
    const items: StoredAuditEntry[] = [];
    for await (const { entries, nextPosition: reached } of read) {
      items.push(...entries.filter(matches));
      if (items.length > take || reached !== undefined)
        return batchOf(items, { take, positionOf, next: reached });
    }
    return { items, next: undefined };
  }
  async function* read({ after }: ReadOptions): AsyncGenerator<readonly StoredAuditEntry[]> {
    let next = after;
    do {
      const page = await batch(next, PAGE_SIZE);
      yield page.items;
      next = page.next;
    } while (next !== undefined);
  }
  return { read, batch, positionOf, render: renderEntry };
}

/** A position after all entries of an instant. */
const positionAfter = (instant: string): string => `${instant}#\uffff`;

/** Maximum entries of one query of a partition. */
const PAGE_SIZE = 500;
/** Maximum entries of the queries of all partitions together. */
const ROUND_SIZE = 4_000;
/** Maximum round trips of one page, because few entries may match a filter. */
const MAX_ROUNDS = 20;

/** From an instant (inclusive) until a position (exclusive). */
interface Span {
  from: string;
  until: string;
}

/** Partitions that are read concurrently. */
type Partitions = readonly { values: Values<typeof AuditItem>; index?: IndexName }[];

interface PartitionQuery {
  userId?: number | undefined;
  resource?: string | undefined;
  resourceId?: string | undefined;
}

/** The partitions that contain the requested entries. */
function partitionsFor({ userId, resource, resourceId }: PartitionQuery): Partitions {
  if (resource !== undefined && resourceId !== undefined) return [{ values: { resource, resourceId } }];
  if (userId !== undefined) return [{ values: { userId }, index: "GSI2" }];
  return shardsOf(AUDIT_SHARDS).map((shard) => ({
    values: { shard } as Values<typeof AuditItem>,
    index: "GSI3",
  }));
}

/** Some entries, latest first; `nextPosition` is set if one page may not read more. */
interface EntryBatch {
  entries: StoredAuditEntry[];
  nextPosition?: string;
}

/** Reads the entries of a span, latest first, in batches. */
async function* readBackwards(partitions: Partitions, { from, until }: Span): AsyncGenerator<EntryBatch> {
  let upper = until;
  for (let rounds = 1; upper > from; rounds += 1) {
    const { entries, cutAt } = await readRound(partitions, { from, until: upper });
    if (cutAt === undefined) return yield { entries };
    yield { entries, ...(rounds === MAX_ROUNDS && { nextPosition: cutAt }) };
    upper = cutAt;
  }
}

/** Reads each partition once and returns the entries after the position at which the first of them was cut. */
async function readRound(partitions: Partitions, { from, until }: Span) {
  const limit = Math.min(PAGE_SIZE, ROUND_SIZE / partitions.length);
  const batches = await Promise.all(
    partitions.map(({ values, index }) =>
      queryBatch(AuditItem, values, {
        ...(index && { index }),
        reverse: true,
        after: from,
        until,
        limit,
      }),
    ),
  );
  const cutAt = batches
    .flatMap(({ next }) => next ?? [])
    .toSorted()
    .at(-1);
  const entries = batches
    .flatMap(({ items }) => items)
    .filter((entry) => positionOf(entry) < until && positionOf(entry) >= (cutAt ?? from))
    .toSorted((one, other) => (positionOf(one) < positionOf(other) ? 1 : -1));
  return { entries, cutAt };
}

/** The sort key of an entry, which is the same in the table and in the indexes. */
const positionOf = ({ at, id }: StoredAuditEntry): string => `${at}#${id}`;
