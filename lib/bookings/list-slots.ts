import * as z from "zod";
import type { SlotRules } from "#lib/calendar/availability/calendar.ts";
import { startFormatter } from "#lib/calendar/availability/format-start.ts";
import { getEventTypeIdBySlug } from "#lib/calendar/event-types/get.ts";
import { type Bookable, getBookableEventType } from "#lib/calendar/event-types/get-bookable.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { slotRulesOf } from "#lib/calendar/event-types/slot-rules.ts";
import type { BookingRights } from "#lib/calendar/event-types/visibility.ts";
import { requestChecks } from "#lib/calendar/external/request-checks.ts";
import {
  allHosts,
  hostsWithOldCalendars,
  restrictToHosts,
  restrictToReplacedHost,
} from "#lib/calendar/slots/hosts.ts";
import { eventTypeIn, rangeOf, type SlotsQuery } from "#lib/calendar/slots/query.ts";
import type { Caller } from "#lib/caller.ts";
import { notFound, requireFound } from "#lib/failures.ts";
import { hostIdsOf } from "./entity.ts";
import { findSlots, type Slot, type SlotSearch } from "./open-times/find-slots.ts";
import { slotRulesLike } from "./open-times/require-open.ts";
import { LONGEST_MINUTES, requireLength } from "./rules.ts";
import { holdsTime } from "./status.ts";
import { getBooking } from "./visibility.ts";

/** Slots by the date of their start. */
export const SlotsByDate = z
  .record(
    z.string(),
    z.array(
      z.object({
        time: z.string().describe("Start of the slot."),
        attendees: z.int().optional().describe("Seats taken, if the slot is shared with other bookings."),
        bookingUid: z
          .string()
          .optional()
          .describe("`uid` of the first of these bookings, if you can read the host's bookings."),
      }),
    ),
  )
  .describe("Slots by the date of their start in the requested time zone.");
export type SlotsByDate = z.output<typeof SlotsByDate>;

/** The warnings of a list of slots; the field is missing if there are none. */
export const SlotWarnings = z
  .array(
    z.object({
      code: z.literal("calendar_unreachable").describe("The host's calendars could not be read for hours."),
      userId: z.int().describe("Id of the host."),
    }),
  )
  .optional()
  .describe(
    "Why hosts have no slots, if you can read their bookings. Missing if there is nothing to warn about.",
  );

/** Slots, and why there may be too few. */
interface SlotList {
  slots: SlotsByDate;
  warnings?: z.output<typeof SlotWarnings>;
  /** Minutes that the event type adds to the start of every slot. */
  offsetStart: number;
}

/**
 * Lists the slots of an event type that the caller can book, and requests a check of the calendars of its hosts, for the next list. If a
 * booking will be moved to one of them and not replaced (`isMove`), they are times of all its hosts, with its buffers, and with its length
 * unless the query has another.
 *
 * @throws {Failure} `not_found` when the caller may not book the event type, or can't access the booking to reschedule
 */
export async function listSlots(
  caller: Caller,
  query: SlotsQuery,
  { isMove = false } = {},
): Promise<SlotList> {
  const within = rangeOf(query);
  const reference = eventTypeIn(query);
  const timeZone = query.timeZone ?? query.timezone;
  const { duration, reservationUid, rescheduleUid } = query;
  const [bookable, replaced] = await Promise.all([
    requireFound(
      "id" in reference ? "#/query/eventTypeId" : "#/query/eventTypeSlug",
      getEventTypeId(reference).then((id) => getBookableEventType(caller, id)),
    ),
    rescheduleUid === undefined
      ? undefined
      : requireFound("#/query/rescheduleUid", getBooking(caller, rescheduleUid)),
  ]);
  const moving = replaced && holdsTime(replaced.status) ? replaced : undefined;
  const moved = isMove && moving?.eventTypeId === bookable.eventType.id ? moving : undefined;
  const offered = moved
    ? await restrictToHosts(bookable, hostIdsOf(moved))
    : restrictToReplacedHost(bookable, replaced);
  const own = moved ? slotRulesLike(offered, moved) : slotRulesOf(offered);
  const rules = withLength(offered.eventType, own, duration);
  const [slots] = await Promise.all([
    listSlotsOf(offered, { within, timeZone, rules, moving, reservationUid }),
    requestChecks(allHosts(offered).map(({ user }) => user)),
  ]);
  return { slots, ...warningsAbout(offered), offsetStart: rules.offsetStart };
}

/** Rules for slots of a requested length in minutes, which is one of the event type's unless the rules have it. */
function withLength(eventType: EventType, rules: SlotRules, length = rules.length): SlotRules {
  if (length !== rules.length) requireLength(eventType, length, "#/query/duration");
  return { ...rules, length };
}

function warningsAbout(bookable: Bookable & { rights: BookingRights }): Pick<SlotList, "warnings"> {
  const userIds = bookable.rights.canSeeBookings ? hostsWithOldCalendars(bookable) : [];
  const code = "calendar_unreachable";
  return userIds.length > 0 ? { warnings: userIds.map((userId) => ({ code, userId })) } : {};
}

/** Options of a list of slots. */
interface SlotListOptions extends Omit<SlotSearch, "viewerZone" | "seats"> {
  timeZone?: string | undefined;
  /** The rules for the slots; those of the event type if missing. */
  rules?: SlotRules;
}

/** Lists the slots of an event type, as {@link listSlots} does. */
export async function listSlotsOf(
  { rights, ...bookable }: Bookable & { rights: Pick<BookingRights, "canSeeBookings"> },
  { timeZone, rules = slotRulesOf(bookable), ...search }: SlotListOptions,
): Promise<SlotsByDate> {
  if (rules.before + rules.length + rules.after > LONGEST_MINUTES) return {};
  const slots = await findSlots(bookable, rules, { ...search, viewerZone: timeZone ?? "UTC" });
  return groupByDate(slots, { timeZone, ...rights });
}

async function getEventTypeId(reference: ReturnType<typeof eventTypeIn>): Promise<number> {
  if ("id" in reference) return reference.id;
  const [username = "", ...others] = reference.usernames;
  // An event type with several hosts has only the username of its owner in its address.
  if (others.length > 0) throw notFound("Event type");
  return getEventTypeIdBySlug(username, reference.slug);
}

function groupByDate(
  slots: readonly Slot[],
  { timeZone, canSeeBookings }: { timeZone: string | undefined; canSeeBookings: boolean },
): SlotsByDate {
  const format = startFormatter(timeZone);
  const byDate: SlotsByDate = {};
  for (const { start, attendees, bookingUid } of slots) {
    const { date, time } = format(start);
    byDate[date] ??= [];
    byDate[date].push({ time, attendees, bookingUid: canSeeBookings ? bookingUid : undefined });
  }
  return byDate;
}
