import type { ClosedRule } from "#lib/availability/calendar.ts";
import { Failure } from "#lib/failures.ts";

const DETAILS: Record<ClosedRule, string> = {
  hours: "the time is outside the host's hours.",
  busy: "the host has another booking at that time.",
  notice: "the time is too soon.",
  window: "the time is outside the booking window.",
  limit: "the event type has reached its limit for that day, week, month or year.",
};

/** The failure of a booking whose time is closed. The text starts with the code, because older clients search for it there. */
export const hostUnavailable = (rule: ClosedRule): Failure =>
  new Failure("no_available_users_found_error", `no_available_users_found_error: ${DETAILS[rule]}`, {
    extensions: { rule, nextSlots: [] },
  });
