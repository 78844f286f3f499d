import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { BLOCK } from "#lib/storage/lists/tallies.ts";
import type { IdKind } from "#lib/storage/table/ids.ts";
import type { BookingLine } from "./booking-line.ts";
import type { ImportLine } from "./line.ts";
import { parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";

/** The ids in a file, and its hosts. */
export interface Survey {
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
export async function surveyFile(chunks: AsyncIterable<Buffer>): Promise<Survey> {
  const survey: Survey = {
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
    if (line) addLine(survey, line);
  }
  return survey;
}

function addLine({ highest, ids, blocks, hosts }: Survey, line: ImportLine): void {
  if (line.type === "booking") hosts.add(line.userId);
  for (const [kind, id] of idsOf(line)) {
    highest.set(kind, Math.max(id, highest.get(kind) ?? 0));
    ids.get(kind)?.push(id);
    blocks.get(kind)?.add(Math.floor(id / BLOCK));
  }
}

/** The ids in a line, with their kinds. */
export function idsOf(line: ImportLine): [IdKind, number][] {
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
