import { EventTypeItem } from "#lib/event-types/entity.ts";
import { Failure, invalidField } from "#lib/http/failures.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { ImportMark, type ImportState } from "./entity.ts";
import { inOrder } from "./in-order.ts";
import { keysOf } from "./keys-of.ts";
import type { ImportLine } from "./line.ts";
import { markOf, type Outcome, outcomeOf } from "./mark.ts";
import type { ParsedLine } from "./parse-line.ts";
import type { SettleIds } from "./settle-ids.ts";
import { idsOf } from "./survey.ts";
import { finishBooking, writeBooking } from "./write-booking.ts";
import { writeEventType, writeMembership, writeTeam, writeUser } from "./write-people.ts";

/** Lines that are written side by side. */
const AT_ONCE = 16;

/** What an import is done with. */
export interface Importing {
  state: ImportState;
  /** Host name of the service. */
  apiHost: string;
  settleIds: SettleIds;
}

/** What became of a line, or why it was refused. */
export type Ended = Outcome | Failure;

/** Imports consecutive lines of one type, and answers what became of each. */
export async function importGroup(lines: readonly ParsedLine[], importing: Importing): Promise<Ended[]> {
  const marks = lines.map((line) => markOf(line, importing.state));
  const [found, named] = await Promise.all([
    getItems(marks.map((mark) => wanted(ImportMark, mark))),
    namedBy(lines),
  ]);
  const ended: Ended[] = [];
  const works = lines.flatMap(({ line }, at) => {
    const mark = marks[at];
    return mark ? [{ at, line, mark, found: found[at] }] : [];
  });
  await inOrder(works, {
    atOnce: AT_ONCE,
    keysOf: ({ line }) =>
      keysOf(line, line.type === "booking" ? named.eventTypes.get(line.eventTypeId) : undefined),
    run: async (work) => {
      ended[work.at] = await orRefused(() => importOne(work, named, importing));
    },
  });
  return ended;
}

interface Work {
  line: ImportLine;
  mark: ImportMark;
  found: ImportMark | undefined;
}

async function importOne(
  { line, mark, found }: Work,
  named: NamedByLines,
  importing: Importing,
): Promise<Outcome> {
  if (found) {
    const outcome = outcomeOf(mark, found);
    if (!found.isWhole && line.type === "booking") await finishBooking(line, mark);
    return outcome;
  }
  await importing.settleIds(idsOf(line));
  switch (line.type) {
    case "user":
      return writeUser(line, mark);
    case "team":
      return writeTeam(line, mark);
    case "membership":
      return writeMembership(line, mark);
    case "event_type":
      return writeEventType(line, mark);
    case "booking": {
      const [host, eventType] = [named.users.get(line.userId), named.eventTypes.get(line.eventTypeId)];
      if (!host) throw invalidField("#/userId", "There is no such user.");
      if (!eventType) throw invalidField("#/eventTypeId", "There is no such event type.");
      return writeBooking(line, mark, { host, eventType, apiHost: importing.apiHost });
    }
    default:
      return line satisfies never;
  }
}

/** What the bookings among some lines name. */
interface NamedByLines {
  users: Map<number, Stored<typeof UserItem>>;
  eventTypes: Map<number, Stored<typeof EventTypeItem>>;
}

async function namedBy(lines: readonly ParsedLine[]): Promise<NamedByLines> {
  const bookings = lines.flatMap(({ line }) => (line.type === "booking" ? [line] : []));
  const hosts = [...new Set(bookings.map(({ userId }) => userId))];
  const booked = [...new Set(bookings.map(({ eventTypeId }) => eventTypeId))];
  const [users, eventTypes] = await Promise.all([
    getItems(hosts.map((id) => wanted(UserItem, { id }))),
    getItems(booked.map((id) => wanted(EventTypeItem, { id }))),
  ]);
  return { users: byId(users), eventTypes: byId(eventTypes) };
}

const byId = <T extends { id: number }>(items: readonly (T | undefined)[]): Map<number, T> =>
  new Map(items.flatMap((item) => (item ? [[item.id, item]] : [])));

/** What is wrong with a line is its answer; whatever else goes wrong ends the import. */
async function orRefused(run: () => Promise<Outcome>): Promise<Ended> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure && error.code !== "temporarily_unavailable") return error;
    if (error instanceof Error && error.name === "ValidationException")
      return new Failure("invalid_request", `The table does not take it: ${error.message}`);
    throw error;
  }
}
