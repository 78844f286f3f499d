import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { present } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { AttendeeItem } from "./attendees/entity.ts";
import { type BookingTarget, type Change, changeBooking } from "./change.ts";
import type { StoredBooking } from "./entity.ts";
import { recordNoShow_TMP } from "./events/record-no-show.ts";
import { requireStarted } from "./require-started.ts";

/** Attendees of one call: they, the booking, its event and the stored answer are written in one transaction. */
const MOST_AT_ONCE = 90;

const key = (email: string): string => email.toLowerCase();

/** Body of `POST /bookings/{id}/no-show`: who did not come, or did after all. Each attendee is named once. */
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
      .max(MOST_AT_ONCE)
      .refine(
        (list) => new Set(list.map(({ email }) => key(email))).size === list.length,
        "must not contain an attendee twice",
      )
      .default([])
      .describe("Attendees whose mark changes, up to 90."),
  })
  .refine(({ host, attendees }) => host !== undefined || attendees.length > 0, "must have host or attendees");
export type NoShow = z.output<typeof NoShow>;

/**
 * Says of a booking that has begun who did not come. Two round trips, one event; what is so already changes nothing.
 *
 * @throws {Failure} `invalid_request` when it has not begun, or somebody named is none of its attendees
 */
export const recordNoShow = (caller: Caller, target: BookingTarget, noShow: NoShow): Promise<StoredBooking> =>
  changeBooking(caller, target, (before) => {
    requireStarted(before);
    requireAttendees(before, noShow);
    return noShowChange(before, noShow);
  });

function requireAttendees({ attendees }: StoredBooking, noShow: NoShow): void {
  const known = new Set(attendees.map(({ email }) => key(email)));
  const stranger = noShow.attendees.findIndex(({ email }) => !known.has(key(email)));
  if (stranger >= 0)
    throw invalidField(
      `#/attendees/${stranger}/email`,
      "The booking has no attendee with this email address.",
    );
}

function noShowChange(
  before: StoredBooking,
  { host = before.noShowHost, attendees }: NoShow,
): Change | undefined {
  const said = new Map(attendees.map(({ email, noShow }) => [key(email), noShow]));
  const differing = before.attendees.flatMap(({ id, email, noShow }) => {
    const asked = said.get(key(email)) ?? noShow;
    return asked === noShow ? [] : [{ id, noShow: asked }];
  });
  if (host === before.noShowHost && differing.length === 0) return undefined;
  const changed = new Map(differing.map(({ id, noShow }) => [id, noShow]));
  const after = {
    ...before,
    noShowHost: host,
    attendees: before.attendees.map((one) => ({ ...one, noShow: changed.get(one.id) ?? one.noShow })),
    eventSequence: before.eventSequence + 1,
    updatedAt: nowIso(),
  };
  const writes = differing.map(({ id, noShow }) => markAttendee({ userId: before.userId, id }, noShow));
  return { after, writes: [...writes, ...recordNoShow_TMP(before, after)] };
}

const markAttendee = (attendee: { userId: number; id: number }, noShow: boolean): Operation =>
  update(AttendeeItem, attendee, { set: { noShow }, if: present("pk") });
