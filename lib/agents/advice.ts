import type { Failure, FailureCode } from "#lib/failures.ts";
import type { ToolSpec } from "./tool.ts";

const OTHER_SLOT = "Call find_slots and ask the user for another time.";

/** What an agent should do after a failure, unless its tool says something else. */
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
 * The text of a failed call, for a language model: what is wrong, with every invalid argument, then what to do next. A time that is not
 * available comes with the next slots.
 */
export function failureText(failure: Failure, { advice = {} }: ToolSpec): string {
  const { code, message, errors, extensions } = failure;
  const { nextSlots } = extensions;
  const next = Array.isArray(nextSlots) && nextSlots.length > 0 ? nextSlots : undefined;
  return [
    ...(errors.length > 0 ? errors.map((problem) => problem.message) : [message]),
    ...(next ? [`The next free slots start at ${next.join(", ")}. Book one of them, or:`] : []),
    advice[code] ?? ADVICE[code] ?? "Tell the user.",
    `(${code})`,
  ].join("\n");
}
