import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { Caller } from "#lib/caller.ts";
import { apply, type Command, type CommandCaller, type Outcome, visibleCalendar } from "./calendar-model.ts";
import { type DrawnCommand, type KnownBooking, type KnownReservation, toCommand } from "./drawn-commands.ts";
import type { Calendar } from "./model-calendar.ts";
import { perform, type ServiceCalendar } from "./service-calendar.ts";

/** One call to the service, its outcome, and the commands of the model that it corresponds to. */
export interface CalendarCall {
  commands: readonly Command[];
  caller: CommandCaller;
  outcome: Outcome;
}

/** The bookings and reservations that exist before a call, by label. */
export interface KnownItems {
  bookings: ReadonlyMap<string, KnownBooking>;
  reservations: ReadonlyMap<string, KnownReservation>;
}

const NOTHING: CalendarCall = { commands: [], caller: { userId: 0, isAdmin: false }, outcome: "won" };

/**
 * Calls the service with a drawn command. A created item gets the label. A stranger can access no booking. Cancelling a
 * series corresponds to several commands, one for each booking.
 */
export async function sendCommand(
  world: ServiceCalendar,
  drawn: DrawnCommand,
  { bookings: known, reservations, label }: KnownItems & { label: string },
): Promise<CalendarCall> {
  const one = drawn.does === "cancelSeries" ? { ...drawn, does: "cancel" as const } : drawn;
  const { eventTypes } = world;
  const moment = {
    bookings: [...known.values()],
    reservations: [...reservations.values()],
    eventTypes,
    label,
  };
  const command = toCommand(one, moment);
  if (!command) return NOTHING;
  const booking = "which" in command ? known.get(command.which) : undefined;
  const reserved = command.does === "release" ? reservations.get(command.which) : undefined;
  const hostId =
    booking?.hostId ?? reserved?.hostId ?? ("eventType" in command ? command.eventType.hostId : undefined);
  const caller = callerOf(world, drawn.by, hostId);
  if (booking && drawn.by === "stranger") {
    const unreserved = "reservation" in command ? { ...command, reservation: null } : command;
    expect(await perform(world, caller, unreserved)).toBe("not_found");
    return NOTHING;
  }
  const by = { userId: caller.userId, isAdmin: drawn.by === "admin" };
  if (drawn.does !== "cancelSeries" || !booking)
    return { commands: [command], caller: by, outcome: await perform(world, caller, command) };
  const { id = 0 } = world.made.get(booking.label) ?? {};
  await cancelBooking(caller, { id }, { allRemainingBookings: true });
  const { label: which, series } = booking;
  const others = [...known.values()].filter(
    (other) => series !== null && other.series === series && other.hostId === booking.hostId,
  );
  const whiches = new Set([which, ...others.map((other) => other.label)]);
  const commands = [...whiches].map((each) => ({ does: "cancel" as const, which: each }));
  return { commands, caller: by, outcome: "won" };
}

function callerOf(world: ServiceCalendar, by: DrawnCommand["by"], hostId: number | undefined): Caller {
  if (by !== "host") return world[by];
  return world.hosts.find(({ userId }) => userId === hostId) ?? world.stranger;
}

/**
 * Searches for a sequential order of the calls that gives the same outcomes and the same stored calendar. Returns the
 * calendar after these calls, or undefined if there is no such order.
 */
export function findSequentialOrder(
  calendar: Calendar,
  calls: readonly CalendarCall[],
  stored: ReturnType<typeof visibleCalendar>,
): Calendar | undefined {
  const left = calls.filter(({ commands }) => commands.length > 0);
  if (left.length === 0) return isDeepStrictEqual(visibleCalendar(calendar), stored) ? calendar : undefined;
  for (const next of left) {
    const [command, ...rest] = next.commands;
    const applied = command && apply(calendar, command, next.caller);
    if (!applied || applied.outcome !== next.outcome) continue;
    const others = left.filter((other) => other !== next);
    const found = findSequentialOrder(applied.calendar, [...others, { ...next, commands: rest }], stored);
    if (found) return found;
  }
  return undefined;
}
