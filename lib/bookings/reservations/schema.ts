import * as z from "zod";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { Instant } from "#lib/platform/instant.ts";
import { isObject } from "#lib/platform/is-object.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import type { StoredReservation } from "./entity.ts";

const DEFAULT_MINUTES = 5;
const LONGEST_MINUTES = 60;

/** A reservation as the API returns it. */
export const Reservation = z
  .object({
    uid: z
      .string()
      .describe("Send it as `reservationUid` with the booking. Only a request with it can book the time."),
    eventTypeId: z.int().describe("Id of the event type."),
    start: z.string().describe("Start. UTC, with milliseconds."),
    end: z.string().describe("End. UTC, with milliseconds."),
    until: z.string().describe("When the reservation expires."),
  })
  .describe("Time of a host that is reserved for a few minutes.");
export type Reservation = z.output<typeof Reservation>;

/** The `uid` of a reservation in a path. */
export const ReservationUid = z.string().min(1).max(100).describe("`uid` of the reservation.");

/** Body of `POST /slots/reserve`. */
export const ReservationCreate = z
  .strictObject({
    eventTypeId: EventTypeId.describe("Id of the event type."),
    start: Instant.optional().describe("Start of the time to reserve. Required."),
    slotUtcStartDate: Instant.optional().describe("Another name of `start`."),
    duration: WholeNumber.optional().describe("Minutes; one of the event type's lengths."),
    ttlMinutes: z
      .int()
      .min(1)
      .max(LONGEST_MINUTES)
      .default(DEFAULT_MINUTES)
      .describe("Minutes after which the reservation expires."),
  })
  .transform(({ start, slotUtcStartDate, ...rest }, context) => {
    const startTime = start ?? slotUtcStartDate;
    if (slotUtcStartDate !== undefined && slotUtcStartDate !== startTime) {
      context.addIssue({ code: "custom", path: ["slotUtcStartDate"], message: "must equal start" });
      return z.NEVER;
    }
    if (startTime !== undefined) return { ...rest, start: startTime };
    context.addIssue({ code: "custom", path: ["start"], message: "is required" });
    return z.NEVER;
  })
  .meta({ example: { eventTypeId: 1, start: "2031-03-03T10:00:00.000Z" } });
export type ReservationCreate = z.output<typeof ReservationCreate>;

/** Converts a pointer to the start of a reservation if it was sent by its other name. */
export const pointerToStart = (pointer: string, body: unknown): string =>
  pointer === "#/start" && isObject(body) && !("start" in body) && "slotUtcStartDate" in body
    ? "#/slotUtcStartDate"
    : pointer;

/** Renders a reservation for the API. */
export const renderReservation = (reservation: StoredReservation): Reservation => {
  const { uid, eventTypeId, startTime, endTime, until } = reservation;
  return {
    uid,
    eventTypeId,
    start: startTime,
    end: endTime,
    until: new Date(until * 1_000).toISOString(),
  };
};
