import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import type { BookingChange, PlannedEvent } from "./booking-change.ts";
import type { StoredBooking } from "./entity.ts";
import { type BookingTarget, changeBooking } from "./write-booking.ts";

/** Attendees of one call: one transaction writes them, the booking, its event and the stored result. */
const MAX_ATTENDEES = 90;

const emailKey = (email: string): string => email.toLowerCase();

/** Body of `POST /bookings/{id}/no-show`. */
export const NoShow = z
  .strictObject({
    host: z.boolean().optional().describe("Whether the host did not come; unchanged if missing."),
    attendees: z
      .array(
        z.strictObject({
          email: z.email().max(254).describe("Email address of an attendee of the booking."),
          noShow: z.boolean().describe("True marks a no-show, false removes the mark."),
        }),
      )
      .max(MAX_ATTENDEES)
      .refine(
        (list) => new Set(list.map(({ email }) => emailKey(email))).size === list.length,
        "must not contain an attendee twice",
      )
      .default([])
      .describe("Attendees whose mark changes, up to 90."),
  })
  .refine(({ host, attendees }) => host !== undefined || attendees.length > 0, "must have host or attendees");
export type NoShow = z.output<typeof NoShow>;

/**
 * Marks the host or attendees of a booking as no-shows, or removes the marks.
 *
 * @throws {Failure} `invalid_request` if the booking has not started, or has no attendee with one of the addresses
 */
export const recordNoShow = (caller: Caller, target: BookingTarget, noShow: NoShow): Promise<StoredBooking> =>
  changeBooking(caller, target, (before) => {
    requireStarted(before);
    requireAttendees(before, noShow);
    return noShowChange(before, noShow);
  });

function requireAttendees({ attendees }: StoredBooking, noShow: NoShow): void {
  const known = new Set(attendees.map(({ email }) => emailKey(email)));
  const unknown = noShow.attendees.findIndex(({ email }) => !known.has(emailKey(email)));
  if (unknown >= 0)
    throw invalidField(
      `#/attendees/${unknown}/email`,
      "The booking has no attendee with this email address.",
    );
}

function noShowChange(
  before: StoredBooking,
  { host = before.noShowHost, attendees }: NoShow,
): Omit<BookingChange, "before"> | undefined {
  const requested = new Map(attendees.map(({ email, noShow }) => [emailKey(email), noShow]));
  const marked = before.attendees.map((attendee) => ({
    ...attendee,
    noShow: requested.get(emailKey(attendee.email)) ?? attendee.noShow,
  }));
  const isSame = marked.every(({ noShow }, at) => noShow === before.attendees[at]?.noShow);
  if (host === before.noShowHost && isSame) return undefined;
  const after = { ...before, noShowHost: host, attendees: marked, updatedAt: nowIso() };
  return { after, events: [noShowEvent(before, after)] };
}

/** The event of a change of no-shows. `changed` has the host and those attendees that differ. */
export function noShowEvent(before: StoredBooking, after: StoredBooking): PlannedEvent {
  const noShowsBefore = new Map(before.attendees.map(({ id, noShow }) => [id, noShow]));
  const attendees = after.attendees.filter(({ id, noShow }) => noShowsBefore.get(id) !== noShow);
  const changed = {
    ...(before.noShowHost !== after.noShowHost && {
      noShowHost: { from: before.noShowHost, to: after.noShowHost },
    }),
    ...(attendees.length > 0 && {
      attendees: {
        from: attendees.map(({ id, email }) => ({ email, noShow: noShowsBefore.get(id) ?? false })),
        to: attendees.map(({ email, noShow }) => ({ email, noShow })),
      },
    }),
  };
  return { trigger: "BOOKING_NO_SHOW_UPDATED", extras: { changed } };
}

/**
 * Requires that a booking has started, so that it can have no-shows and a rating.
 *
 * @throws {Failure} `invalid_request` with the field problem `not_started`
 */
export function requireStarted({ startTime }: StoredBooking): void {
  if (Date.parse(startTime) > now())
    throw invalidField("#", "The booking has not started yet.", "not_started");
}
