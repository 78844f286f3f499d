import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { present } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { AttendeeItem } from "./attendees/entity.ts";
import { type BookingTarget, type Change, changeBooking } from "./change.ts";
import type { StoredBooking } from "./entity.ts";
import { recordNoShowEvent } from "./events/record-no-show.ts";
import { requireStarted } from "./require-started.ts";

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
): Change | undefined {
  const requested = new Map(attendees.map(({ email, noShow }) => [emailKey(email), noShow]));
  const differing = before.attendees.flatMap(({ id, email, noShow }) => {
    const requestedNoShow = requested.get(emailKey(email)) ?? noShow;
    return requestedNoShow === noShow ? [] : [{ id, noShow: requestedNoShow }];
  });
  if (host === before.noShowHost && differing.length === 0) return undefined;
  const changed = new Map(differing.map(({ id, noShow }) => [id, noShow]));
  const after = {
    ...before,
    noShowHost: host,
    attendees: before.attendees.map((attendee) => ({
      ...attendee,
      noShow: changed.get(attendee.id) ?? attendee.noShow,
    })),
    eventSequence: before.eventSequence + 1,
    updatedAt: nowIso(),
  };
  const writes = differing.map(({ id, noShow }) => markAttendee({ userId: before.userId, id }, noShow));
  return { after, writes: [...writes, ...recordNoShowEvent(before, after)] };
}

const markAttendee = (attendee: { userId: number; id: number }, noShow: boolean): Operation =>
  update(AttendeeItem, attendee, { set: { noShow }, if: present("pk") });
