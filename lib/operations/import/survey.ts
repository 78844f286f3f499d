import { createHash } from "node:crypto";
import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { BLOCK } from "#lib/lists/tally.ts";
import type { IdKind } from "#lib/table/ids.ts";
import type { ImportLine } from "./line.ts";
import { parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";

/** Kinds whose ids are gone through one by one (`lib/table/enumerate.ts`). */
export const ENUMERATED = ["user", "team", "event-type"] as const satisfies IdKind[];

/** What is in a file as a whole: a few words for each user, team and event type, and for each thousand ids of the others. */
export interface Survey {
  /** SHA-256 of its bytes. */
  file: string;
  bytes: number;
  lines: number;
  /** The highest id of each kind. */
  highest: Map<IdKind, number>;
  /** The ids of the kinds in {@link ENUMERATED}. */
  ids: Map<IdKind, number[]>;
  /** The thousands of ids that hold some, of the other kinds. */
  blocks: Map<IdKind, Set<number>>;
  /** Who has bookings. */
  hosts: Set<number>;
}

/** Reads a file once, to know what ids it brings. */
export async function surveyFile(chunks: AsyncIterable<Buffer>): Promise<Survey> {
  const hash = createHash("sha256");
  const survey: Survey = {
    file: "",
    bytes: 0,
    lines: 0,
    highest: new Map(),
    ids: new Map(ENUMERATED.map((kind) => [kind, []])),
    blocks: new Map(LIST_KINDS.map(({ kind }) => [kind, new Set()])),
    hosts: new Set(),
  };
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  for await (const raw of readLines(hashed(), { line: 0, offset: 0 })) {
    survey.lines = raw.number;
    survey.bytes = raw.end;
    const parsed = parseLine(raw);
    if (parsed && "line" in parsed) addLine(survey, parsed.line);
  }
  return { ...survey, file: hash.digest("hex") };
}

function addLine(survey: Survey, line: ImportLine): void {
  if (line.type === "booking") survey.hosts.add(line.userId);
  for (const [kind, id] of idsOf(line)) {
    survey.highest.set(kind, Math.max(id, survey.highest.get(kind) ?? 0));
    survey.ids.get(kind)?.push(id);
    survey.blocks.get(kind)?.add(Math.floor(id / BLOCK));
  }
}

/** The ids a line brings, with their kinds. */
export function idsOf(line: ImportLine): [IdKind, number][] {
  switch (line.type) {
    case "user":
    case "team":
      return [[line.type, line.id]];
    case "membership":
      return line.id === undefined ? [] : [["membership", line.id]];
    case "event_type":
      return [["event-type", line.id]];
    case "booking":
      return [
        ["booking", line.id],
        ...line.attendees.map(({ id }): [IdKind, number] => ["attendee", id]),
        ...line.references.map(({ id }): [IdKind, number] => ["reference", id]),
        ...line.payment.map(({ id }): [IdKind, number] => ["payment", id]),
      ];
    default:
      return line satisfies never;
  }
}
