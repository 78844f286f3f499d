import * as z from "zod";
import { Instant } from "#lib/platform/instant.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { BookingDescription, IGNORE_AVAILABILITY } from "./input-fields.ts";
import { BookingStatus } from "./schema.ts";

const Reason = z.string().max(2_000);
const Email = z.email().max(254);
const areSameOrMissing = (first: string | undefined, second: string | undefined): boolean =>
  first === undefined || second === undefined || first === second;

/**
 * Body of `PATCH /bookings/{id}`. Each time has two names; a reason is allowed only with its status. `rescheduledBy` and `cancelledBy` alone
 * change nothing.
 */
export const BookingUpdate = updateSchema({
  title: z.string().overwrite(trimSpace).min(1).max(500).describe("New title."),
  description: BookingDescription.nullable().describe("New description; null removes it."),
  start: Instant.describe("Another name of `startTime`."),
  startTime: Instant.describe("New start: ISO 8601. Without `endTime` the booking keeps its length."),
  end: Instant.describe("Another name of `endTime`."),
  endTime: Instant.describe("New end: ISO 8601. Without `startTime` the length changes."),
  status: BookingStatus.describe("New status: `ACCEPTED` confirms, `REJECTED` rejects, `CANCELLED` cancels."),
  rejectionReason: Reason.describe("Only with the status `REJECTED`."),
  cancellationReason: Reason.describe("Only with the status `CANCELLED`."),
  rescheduledBy: Email.describe(
    "Email address of the person who moves the booking; part of the event `BOOKING_RESCHEDULED`. The host's address if the host moves it and sends none.",
  ),
  cancelledBy: Email.describe(
    "Email address of the person who cancels; part of the event `BOOKING_CANCELLED`.",
  ),
  ignoreAvailability: z.boolean().describe(IGNORE_AVAILABILITY),
})
  .refine((body) => areSameOrMissing(body.start, body.startTime), {
    path: ["startTime"],
    error: "must equal start",
  })
  .refine((body) => areSameOrMissing(body.end, body.endTime), { path: ["endTime"], error: "must equal end" })
  .refine((body) => body.rejectionReason === undefined || body.status === "REJECTED", {
    path: ["rejectionReason"],
    error: "is allowed only with the status REJECTED",
  })
  .refine((body) => body.cancellationReason === undefined || body.status === "CANCELLED", {
    path: ["cancellationReason"],
    error: "is allowed only with the status CANCELLED",
  })
  .transform(({ start, startTime, end, endTime, ...rest }) => ({
    ...rest,
    startTime: startTime ?? start,
    endTime: endTime ?? end,
    // The pointers of failures, if the request has these names.
    ...(startTime !== undefined && { startPointer: "#/startTime" }),
    ...(endTime !== undefined && { endPointer: "#/endTime" }),
  }));
export type BookingUpdate = z.output<typeof BookingUpdate>;
