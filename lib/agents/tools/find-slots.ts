import * as z from "zod";
import { tool } from "#lib/agents/tool.ts";
import { listSlots, type SlotsByDate } from "#lib/bookings/list-slots.ts";
import { HostName, SlotsQuery } from "#lib/calendar/slots/query.ts";
import { now } from "#lib/platform/clock.ts";
import { MINUTE } from "#lib/platform/minutes.ts";

const DAY = 86_400_000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 14;
/** Slots in one result: a language model reads all of them. */
const MAX_SLOTS = 60;

const { eventTypeId, eventTypeSlug, startTime, endTime, timeZone, duration, ...others } =
  SlotsQuery.out.shape;

/** Finds the times at which an event type can be booked. */
export const findSlots = tool(
  {
    name: "find_slots",
    title: "Find free slots",
    description: `Returns free start times of an event type, by date, in \`timeZone\`. Name the event type by \`eventTypeId\`, or by \`username\` and \`eventTypeSlug\` for another user's. Searches ${DEFAULT_DAYS} days from now unless you send \`startTime\` and \`endTime\`, at most ${MAX_DAYS} days and ${MAX_SLOTS} slots per call; for later slots call it again with \`startTime\` set to \`nextStartTime\`. Book a slot with create_booking, or keep it free with hold_slot while you ask the user.`,
    endpoint: "slots.list",
    effect: "read",
    scopes: ["READ_BOOKING"],
    input: z.strictObject({
      eventTypeId,
      username: HostName.optional().describe("The username of the host."),
      ...{ eventTypeSlug, timeZone, duration },
      startTime: startTime.describe(
        "Start of the search; now if not sent. A date, or a date and time with offset.",
      ),
      start: others.start,
      endTime: endTime.describe(`End of the search; ${DEFAULT_DAYS} days after \`startTime\` if not sent.`),
      end: others.end,
      limit: z
        .int()
        .min(1)
        .max(MAX_SLOTS)
        .optional()
        .describe(`Most slots to return: ${MAX_SLOTS} by default and at most.`),
      rescheduleUid: others.rescheduleUid.describe(
        "`uid` of a booking to move with reschedule_booking. Its own time counts as free, and slots have its length unless you send `duration`.",
      ),
      reservationUid: others.reservationUid,
    }),
    output: z.object({
      slots: z
        .record(z.string(), z.array(z.string()))
        .describe("Start times by date. Send one of them as `start` to create_booking or hold_slot."),
      nextStartTime: z.string().describe("Where the next search begins, for later slots."),
    }),
    failures: ["not_found", "list_too_large"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "calendars:SendMessage"],
    advice: {
      invalid_request:
        "Correct the arguments and call the tool again. Name the event type by `eventTypeId`, or by `username` and `eventTypeSlug`.",
      not_found:
        "Call list_event_types to find an event type of the user, check `username` and `eventTypeSlug`, or call list_bookings to find the `uid` of the booking.",
    },
  },
  async ({ caller, input }) => {
    const { username, limit = MAX_SLOTS, ...query } = input;
    const from = query.startTime ?? query.start ?? now();
    const since = Math.max(from, now());
    const to = query.endTime ?? query.end ?? since + DEFAULT_DAYS * DAY;
    const end = Math.min(to, since + MAX_DAYS * DAY);
    // A range in the past is valid, and has no slots.
    const startTime = to > since ? since : from;
    const usernameList = username ? [username] : undefined;
    const { slots, offsetStart } = await listSlots(
      caller,
      { ...query, usernameList, startTime, endTime: end },
      { isMove: true },
    );
    return limitSlots(slots, { end, limit, offsetStart });
  },
  (result) => result,
);

/**
 * Limits slots to those of one result, and finds the start of the next search: the first slot that is left out, without the offset, because
 * a search adds the offset to its own start.
 */
function limitSlots(
  slots: SlotsByDate,
  { end, limit, offsetStart }: { end: number; limit: number; offsetStart: number },
) {
  const all = Object.entries(slots).flatMap(([date, ofDate]) => ofDate.map(({ time }) => ({ date, time })));
  const next = all[limit];
  const byDate = Object.groupBy(all.slice(0, limit), ({ date }) => date);
  return {
    slots: Object.fromEntries(
      Object.entries(byDate).map(([date, ofDate = []]) => [date, ofDate.map(({ time }) => time)]),
    ),
    nextStartTime: new Date(next ? Date.parse(next.time) - offsetStart * MINUTE : end).toISOString(),
  };
}
