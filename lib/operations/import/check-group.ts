import { EventTypeItem } from "#lib/event-types/entity.ts";
import { Failure } from "#lib/failures.ts";
import type { Entity, KeyOf } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { TeamItem } from "#lib/teams/entity.ts";
import { UserItem } from "#lib/users/entity.ts";
import { ImportMark } from "./entity.ts";
import { requireFreeIds } from "./id-places.ts";
import type { ImportLine } from "./line.ts";
import { markOf, nameOf, outcomeOf } from "./mark.ts";
import type { ParsedLine } from "./parse-line.ts";
import { idsOf } from "./survey.ts";
import type { Ended } from "./write-bundle.ts";

const NAMED = { user: UserItem, team: TeamItem, event_type: EventTypeItem } as const;

/**
 * Says what would become of consecutive lines of one type, as far as ids and names tell; `made` is what those before would have made.
 * Times, seats and unique values are only refused when they are written.
 */
export async function checkGroup(lines: readonly ParsedLine[], made: Set<string>): Promise<Ended[]> {
  const marks = lines.map((line) => markOf(line, { id: "" }));
  const found = await getItems(marks.map((mark) => wanted(ImportMark, mark)));
  const ended: Ended[] = [];
  for (const [at, { line }] of lines.entries())
    ended.push(await checkOne(line, { mark: marks[at], found: found[at], made }));
  return ended;
}

interface Known {
  mark: ImportMark | undefined;
  found: ImportMark | undefined;
  made: Set<string>;
}

async function checkOne(line: ImportLine, { mark, found, made }: Known): Promise<Ended> {
  try {
    if (mark && found) return outcomeOf(mark, found);
    const ids = idsOf(line).map(([kind, id]) => `${kind} ${id}`);
    const twice = ids.find((id) => made.has(id));
    if (twice) throw new Failure("conflict", `The ${twice} is taken.`);
    await requireFreeIds(idsOf(line));
    await requireNamed(line, made);
    for (const name of [...ids, `${line.type} ${nameOf(line)}`]) made.add(name);
    return "imported";
  } catch (error) {
    if (error instanceof Failure && error.code !== "temporarily_unavailable") return error;
    throw error;
  }
}

async function requireNamed(line: ImportLine, made: ReadonlySet<string>): Promise<void> {
  const names = namesIn(line).filter(([type, id]) => !made.has(`${type} ${id}`));
  const found = await getItems(
    names.map(([type, id]) => wanted<Entity>(NAMED[type], { id } as object as KeyOf<Entity>)),
  );
  const missing = names.find((_, at) => found[at] === undefined);
  if (missing) throw new Failure("invalid_request", `There is no such ${missing[0].replace("_", " ")}.`);
}

function namesIn(line: ImportLine): [keyof typeof NAMED, number][] {
  switch (line.type) {
    case "user":
    case "team":
      return [];
    case "membership":
      return [
        ["team", line.teamId],
        ["user", line.userId],
      ];
    case "event_type":
      return line.teamId === null
        ? [["user", line.userId]]
        : [
            ["user", line.userId],
            ["team", line.teamId],
          ];
    case "booking":
      return [
        ["user", line.userId],
        ["event_type", line.eventTypeId],
      ];
    default:
      return line satisfies never;
  }
}
