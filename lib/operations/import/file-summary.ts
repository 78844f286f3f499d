import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { recountHost } from "#lib/operations/recount/recount.ts";
import { pauseFreezing } from "#lib/storage/lists/frozen.ts";
import { BLOCK } from "#lib/storage/lists/tallies.ts";
import { recountTallies, writeEmptyTallies } from "#lib/storage/lists/write-tallies.ts";
import type { IdKind } from "#lib/storage/table/ids.ts";
import { raiseIds, readLastId } from "#lib/storage/table/raise-ids.ts";
import type { BookingLine } from "./booking-line.ts";
import type { ImportLine } from "./line.ts";
import { parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";

/** The ids in a file, and its hosts. */
interface FileSummary {
  /** The highest id of each kind. */
  highest: Map<IdKind, number>;
  /** All ids of users, teams and event types, which lists read one by one. */
  ids: Map<IdKind, number[]>;
  /** Of the other kinds, the blocks of a thousand ids that contain ids of the file. */
  blocks: Map<IdKind, Set<number>>;
  /** The users who have bookings. */
  hosts: Set<number>;
}

/** Reads a file to find its ids. */
export async function summarizeFile(chunks: AsyncIterable<Buffer>): Promise<FileSummary> {
  const summary: FileSummary = {
    highest: new Map(),
    ids: new Map([
      ["user", []],
      ["team", []],
      ["event-type", []],
    ]),
    blocks: new Map(LIST_KINDS.map(({ kind }) => [kind, new Set()])),
    hosts: new Set(),
  };
  for await (const raw of readLines(chunks)) {
    const { line } = parseLine(raw) ?? {};
    if (line) addLine(summary, line);
  }
  return summary;
}

function addLine({ highest, ids, blocks, hosts }: FileSummary, line: ImportLine): void {
  if (line.type === "booking") hosts.add(line.userId);
  for (const [kind, id] of idsOf(line)) {
    highest.set(kind, Math.max(id, highest.get(kind) ?? 0));
    ids.get(kind)?.push(id);
    blocks.get(kind)?.add(Math.floor(id / BLOCK));
  }
}

/** The ids in a line, with their kinds. */
function idsOf(line: ImportLine): [IdKind, number][] {
  switch (line.type) {
    case "user":
    case "team":
    case "membership":
      return line.id === undefined ? [] : [[line.type, line.id]];
    case "event_type":
      return [["event-type", line.id]];
    case "booking":
      return [["booking", line.id], ...childIdsOf(line)];
    default:
      return line satisfies never;
  }
}

/** The ids of the children of a booking. */
const childIdsOf = ({ attendees, references, payment }: BookingLine): [IdKind, number][] => [
  ...attendees.flatMap(({ id }): [IdKind, number][] => (id === undefined ? [] : [["attendee", id]])),
  ...references.map(({ id }): [IdKind, number] => ["reference", id]),
  ...payment.map(({ id }): [IdKind, number] => ["payment", id]),
];

/** Raises the id counters above the ids of a file, so that no object created later gets one of them. */
export async function reserveIds({ highest, ids, blocks }: FileSummary): Promise<void> {
  for (const [kind, to] of highest) {
    const before = await raiseIds(kind, to, ids.get(kind));
    const list = LIST_KINDS.find((each) => each.kind === kind);
    const range = { from: Math.floor(before / BLOCK), to: Math.floor(to / BLOCK) };
    // Blocks of skipped ids stay empty; counting each of them in every list would be slow.
    if (list) await writeEmptyTallies(list, { ...range, except: blocks.get(kind) ?? new Set() });
  }
}

/** Finds the lowest id that a new object of each kind in a file can have once the counters are raised. */
export async function findNextIds({ highest }: FileSummary): Promise<Record<string, number>> {
  const next = [...highest].map(
    async ([kind, to]) => [kind, Math.max(to, await readLastId(kind)) + 1] as const,
  );
  return Object.fromEntries(await Promise.all(next));
}

/** Rebuilds the counts and bookmarks of the lists that contain objects of a file: they were not updated during the import. */
export async function recountImported({ blocks, hosts }: FileSummary): Promise<void> {
  for (const kind of LIST_KINDS) {
    const importedBlocks = blocks.get(kind.kind);
    if (importedBlocks?.size) await recountTallies(kind, importedBlocks);
    await pauseFreezing();
  }
  for (const host of hosts) {
    await recountHost(host);
    await pauseFreezing();
  }
}
