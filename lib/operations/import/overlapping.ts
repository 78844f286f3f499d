import { ClaimRow, type Hold, hoursOf } from "#lib/bookings/claims.ts";
import type { EventType } from "#lib/event-types/model.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import type { BookingLine } from "./booking-line.ts";
import { holdOfLine } from "./hold-of-line.ts";
import type { ImportLine } from "./line.ts";

/**
 * The bookings among some lines that want time which others hold, or which one before them wants: they will hardly be taken, and would
 * have all that is written with them refused. Only their own write decides.
 */
export async function overlapping(
  lines: readonly ImportLine[],
  eventTypes: ReadonlyMap<number, EventType>,
): Promise<ReadonlySet<ImportLine>> {
  const wishes = lines.flatMap((line) => {
    const hold = line.type === "booking" && holdOfLine(line, eventTypes.get(line.eventTypeId));
    return hold ? [{ line, hold }] : [];
  });
  const owners = await ownersNow(wishes);
  const doubtful = new Set<ImportLine>();
  for (const { line, hold } of wishes) {
    const minutes = minutesOf(line.userId, hold);
    if (minutes.some((minute) => (owners.get(minute) ?? hold.owner) !== hold.owner)) doubtful.add(line);
    else for (const minute of minutes) owners.set(minute, hold.owner);
  }
  return doubtful;
}

/** Who holds which minutes of the hours that are wanted. */
async function ownersNow(
  wishes: readonly { line: BookingLine; hold: Hold }[],
): Promise<Map<string, unknown>> {
  const hours = wishes.flatMap(({ line: { userId }, hold }) =>
    hoursOf(hold).map((hour) => ({ userId, hour })),
  );
  const rows = await getItems(hours.map((hour) => wanted(ClaimRow, hour)));
  const owners = new Map<string, unknown>();
  for (const { userId, hour, ...minutes } of rows.filter((row) => row !== undefined))
    for (const [name, owner] of Object.entries(minutes))
      if (/^m\d\d$/.test(name)) owners.set(`${userId} ${hour * 60 + Number(name.slice(1))}`, owner);
  return owners;
}

const minutesOf = (userId: number, { from, to }: Hold): string[] =>
  Array.from({ length: to - from }, (_, at) => `${userId} ${from + at}`);
