import type { Failure, FailureCode } from "#lib/failures.ts";
import type { ToolSpec } from "./tool.ts";

const OTHER_SLOT = "Call find_slots and ask the user for another time.";

/** What an agent should do after a failure, unless the tool has its own advice. */
const ADVICE: Partial<Record<FailureCode, string>> = {
  invalid_request: "Correct the arguments and call the tool again.",
  insufficient_scope: "Ask the user to connect Almanac again and to allow this.",
  list_too_large: "Send a shorter range or more filters.",
  booking_too_long: "Send an earlier `end`, or leave it out.",
  booking_in_the_past: `The time is over. ${OTHER_SLOT}`,
  booking_seats_full: OTHER_SLOT,
  booking_conflict: "Another booking has the same key. Call list_bookings before you try again.",
  forbidden: "The user can read this, but not change it. Tell the user to ask the host.",
  limit_reached: "Repeating the call fails again. Tell the user which limit was reached.",
  idempotency_key_reused: "Use a new `idempotencyKey` for a call with other arguments.",
  no_available_users_found_error: OTHER_SLOT,
};

/**
 * The text of a failed call, for a language model: what is wrong, with every invalid argument, then what to do next. If a time is not
 * available, it contains the next slots, with the offset of `start` in the arguments, or the uid of the reservation that the user made.
 */
export function failureText(failure: Failure, { name, advice = {} }: ToolSpec, args: object): string {
  const { code, message, errors } = failure;
  return [
    ...(errors.length > 0 ? errors.map((problem) => problem.message) : [message]),
    ...(reservationAdvice(failure, name) ?? [
      ...nextSlotsIn(failure, args),
      advice[code] ?? ADVICE[code] ?? "Tell the user.",
    ]),
    `(${code})`,
  ].join("\n");
}

/** What to do if the user has reserved the time. */
function reservationAdvice({ extensions: { reservationUid } }: Failure, tool: string): string[] | undefined {
  if (typeof reservationUid !== "string") return undefined;
  // A booking can't be moved into a reservation.
  if (tool === "reschedule_booking")
    return [
      "A new booking would be a second one: wait until the reservation expires, then call the tool again.",
    ];
  return [`Call create_booking with \`reservationUid\` ${JSON.stringify(reservationUid)} to book it.`];
}

function nextSlotsIn({ extensions: { nextSlots } }: Failure, args: object): string[] {
  if (!Array.isArray(nextSlots) || nextSlots.length === 0) return [];
  const offset = "start" in args ? offsetOf(String(args.start)) : undefined;
  const starts = nextSlots.map((start) => withOffset(String(start), offset));
  return [`The next free slots start at ${starts.join(", ")}. Book one of them, or:`];
}

/** An offset from UTC at the end of an instant, such as `+01:00`. */
const OFFSET = /T.*([+-])(\d\d)(?::?(\d\d))?$/;

function offsetOf(instant: string): { text: string; milliseconds: number } | undefined {
  const [, sign = "", hours = "", minutes = "00"] = OFFSET.exec(instant) ?? [];
  if (sign === "") return undefined;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { text: `${sign}${hours}:${minutes}`, milliseconds: sign === "-" ? -size : size };
}

/** Writes an instant with an offset, like the times of find_slots. */
const withOffset = (instant: string, offset: ReturnType<typeof offsetOf>): string =>
  offset
    ? `${new Date(Date.parse(instant) + offset.milliseconds).toISOString().slice(0, 19)}${offset.text}`
    : instant;
