import { AUDIT_SHARDS, AuditItem, type StoredAuditEntry } from "#lib/table/audit-entity.ts";
import type { IndexName } from "#lib/table/indexes.ts";
import type { Values } from "#lib/table/query.ts";
import { queryBatch } from "#lib/table/read.ts";

/** Entries read of a partition at once. */
const PAGE = 500;
/** Round trips of one page: of what is filtered few entries may be wanted. */
const MOST_ROUNDS = 20;

/** What lies between an instant and a position, which is not part of it. */
interface Span {
  from: string;
  until: string;
}

/** Partitions that are read side by side. */
type Partitions = readonly { values: Values<typeof AuditItem>; index?: IndexName }[];

interface Wanted {
  userId?: number | undefined;
  resource?: string | undefined;
  resourceId?: string | undefined;
}

/** The partitions that hold what is wanted. */
export function partitionsFor({ userId, resource, resourceId }: Wanted): Partitions {
  if (resource !== undefined && resourceId !== undefined) return [{ values: { resource, resourceId } }];
  if (userId !== undefined) return [{ values: { userId }, index: "GSI2" }];
  return Array.from({ length: AUDIT_SHARDS }, (_, shard) => ({
    values: { shard } as Values<typeof AuditItem>,
    index: "GSI3",
  }));
}

/** Some entries, latest first, and the position to go on from when this is as much as one page may read. */
interface Part {
  entries: StoredAuditEntry[];
  reached?: string;
}

/** Reads the entries of a span, latest first, in parts. */
export async function* readBackwards(partitions: Partitions, { from, until }: Span): AsyncGenerator<Part> {
  let upper = until;
  for (let rounds = 1; upper > from; rounds += 1) {
    const { entries, cutAt } = await readRound(partitions, { from, until: upper });
    if (cutAt === undefined) return yield { entries };
    yield { entries, ...(rounds === MOST_ROUNDS && { reached: cutAt }) };
    upper = cutAt;
  }
}

/** What is complete of the partitions: nothing before where one of them was cut. */
async function readRound(partitions: Partitions, { from, until }: Span) {
  const batches = await Promise.all(
    partitions.map(({ values, index }) =>
      queryBatch(AuditItem, values, {
        ...(index && { index }),
        reverse: true,
        after: from,
        until,
        limit: PAGE,
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

/** Where an entry stands: its sort key, which is the same in the table and in the indexes. */
export const positionOf = ({ at, id }: StoredAuditEntry): string => `${at}#${id}`;
