import { invalidField } from "#lib/failures.ts";
import type { Operation } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import type { BookingLine } from "./booking-line.ts";
import type { Named } from "./booking-of-line.ts";
import type { ImportMark } from "./entity.ts";
import { keysOf } from "./keys-of.ts";
import type { ImportLine } from "./line.ts";
import { leaveMark, type Outcome, outcomeOf, outcomeOfRefusal } from "./mark.ts";
import type { NamedByLines } from "./named-by.ts";
import type { ParsedLine } from "./parse-line.ts";
import { bookingWrites, finishBooking, writeBooking } from "./write-booking.ts";
import { eventTypeWrites, teamWrites, userWrites, writeMembership } from "./write-people.ts";

/** What is to be done with a line. */
export interface Work {
  /** What it takes for itself. */
  keys: readonly string[];
  /** What it needs of a transaction, in operations. */
  size: number;
  /** The writes that may go into one transaction with those of others; none where it is done alone. */
  writes: readonly Operation[];
  /** Does it alone, and finds out why it is refused. */
  doAlone(): Promise<Outcome>;
}

/** Bytes of a line that count as an operation: a transaction takes 4 MB, and most of a line is written twice. */
const BYTES_AN_OPERATION = 10_000;

interface Given {
  mark: ImportMark;
  found: ImportMark | undefined;
  named: NamedByLines;
  /** Whether it is likely to be refused. */
  isDoubtful: boolean;
  /** Host name of the service. */
  apiHost: string;
}

/**
 * What is to be done with a line, by its mark that was found, or wasn't, and by what it names.
 *
 * @throws {Failure} when it is to be refused already
 */
export function workOfLine({ line, bytes }: ParsedLine, given: Given): Work {
  const eventType = line.type === "booking" ? given.named.eventTypes.get(line.eventTypeId) : undefined;
  const keys = keysOf(line, eventType);
  const { writes, doAlone } = given.found ? { doAlone: () => knowAgain(line, given) } : waysOf(line, given);
  if (!writes) return { keys, size: Number.POSITIVE_INFINITY, writes: [], doAlone };
  const all = [leaveMark(given.mark), ...writes];
  // What tells of them in the audit trail is one more.
  const size = given.isDoubtful
    ? Number.POSITIVE_INFINITY
    : Math.max(all.length + 1, Math.ceil(bytes / BYTES_AN_OPERATION));
  return { keys, size, writes: all, doAlone: doAlone ?? (() => writeOnce(given.mark, all)) };
}

async function knowAgain(line: ImportLine, { mark, found }: Given): Promise<Outcome> {
  const outcome = outcomeOf(mark, found ?? mark);
  if (found?.isWhole === false && line.type === "booking") await finishBooking(line, mark);
  return outcome;
}

/** The ways a line may be written: with others, alone in a way of its own, or both. */
type Ways =
  | { writes: readonly Operation[]; doAlone?: Work["doAlone"] }
  | { writes?: undefined; doAlone: Work["doAlone"] };

function waysOf(line: ImportLine, { mark, named, apiHost }: Given): Ways {
  switch (line.type) {
    case "user":
      return { writes: userWrites(line) };
    case "team":
      return { writes: teamWrites(line) };
    case "membership":
      return { doAlone: () => writeMembership(line, mark) };
    case "event_type":
      return { writes: eventTypeWrites(line, named.teams.get(line.teamId ?? 0)) };
    case "booking": {
      const names = { ...namesOf(line, named), apiHost };
      const writes = bookingWrites(line, names);
      const doAlone = () => writeBooking(line, mark, names);
      return writes ? { writes, doAlone } : { doAlone };
    }
    default:
      return line satisfies never;
  }
}

function namesOf(
  { userId, eventTypeId }: BookingLine,
  { users, eventTypes }: NamedByLines,
): Omit<Named, "apiHost"> {
  const [host, eventType] = [users.get(userId), eventTypes.get(eventTypeId)];
  if (!host) throw invalidField("#/userId", "There is no such user.");
  if (!eventType) throw invalidField("#/eventTypeId", "There is no such event type.");
  return { host, eventType };
}

const writeOnce = (mark: ImportMark, writes: readonly Operation[]): Promise<Outcome> =>
  retryRefused(async (refused) => {
    if (refused) return outcomeOfRefusal(mark, refused);
    await transact(writes);
    return "imported";
  });
