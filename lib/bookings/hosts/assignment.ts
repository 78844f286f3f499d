import * as z from "zod";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { expiryInDays, now } from "#lib/platform/clock.ts";
import { entity } from "#lib/table/entity.ts";
import { renderKey } from "#lib/table/key.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { queryRaw } from "#lib/table/query-raw.ts";

/** Days for which bookings count for the next choice of a host. */
const DAYS_COUNTED = 30;
const DAY = 86_400_000;

/**
 * That a booking of a round-robin event type was given to a host. One row per booking, written in its transaction and never changed, so
 * that concurrent bookings don't conflict (ADR 0044).
 */
export const AssignmentItem = entity({
  name: "assignment",
  key: { pk: "E#{eventTypeId}", sk: "AS#{createdAt}#{bookingId:10}" },
  schema: z.object({
    eventTypeId: z.int(),
    userId: z.int(),
    bookingId: z.int(),
    createdAt: z.string(),
    ttl: z.int(),
  }),
  accountClosing: "kept",
});

/** What counts of an assignment. */
export interface Assignment {
  userId: number;
  createdAt: string;
}

/** The write that records who hosts a new booking. */
export const recordAssignment = ({ eventTypeId, userId, id, createdAt }: StoredBooking): Operation =>
  put(AssignmentItem, { eventTypeId, userId, bookingId: id, createdAt, ttl: expiryInDays(DAYS_COUNTED) });

/** Lists the assignments of an event type in the last 30 days, oldest first. One round trip per 1 MB. */
export async function listAssignments(eventTypeId: number): Promise<Assignment[]> {
  const createdAt = new Date(now() - DAYS_COUNTED * DAY).toISOString();
  const after = renderKey(AssignmentItem.key.sk, { createdAt }).text;
  const rows = await queryRaw(AssignmentItem, { eventTypeId }, { after, until: "AS#\uffff" });
  return rows.map((row) => {
    const values = new Map(row);
    return { userId: Number(values.get("userId")), createdAt: String(values.get("createdAt")) };
  });
}
