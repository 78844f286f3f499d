import * as z from "zod";
import { ToolIdempotencyKey, tool } from "#lib/agents/tool.ts";
import { createReservation } from "#lib/bookings/reservations/create.ts";
import { Reservation, ReservationCreate, renderReservation } from "#lib/bookings/reservations/schema.ts";
import { RESERVE_SPEC } from "#lib/bookings/write-spec.ts";
import { Instant } from "#lib/platform/instant.ts";

const { eventTypeId, duration, ttlMinutes } = ReservationCreate.in.shape;

/** Reserves a slot for some minutes. */
export const holdSlot = tool(
  {
    name: "hold_slot",
    title: "Hold a slot",
    description:
      "Reserves a free slot for some minutes, for example while you ask the user to confirm. Only a booking with the returned `uid` as `reservationUid` can have the time until then. Afterwards it is free again by itself.",
    endpoint: "reservations.create",
    effect: "create",
    ...RESERVE_SPEC,
    input: z.strictObject({
      eventTypeId,
      start: Instant.describe("Start of the slot, as returned by find_slots."),
      ...{ duration, ttlMinutes },
      idempotencyKey: ToolIdempotencyKey,
    }),
    output: z.object({ reservation: Reservation }),
    advice: {
      not_found: "Call list_event_types to find the `eventTypeId`.",
      limit_reached: "Book one of the slots that you hold, or wait until one expires.",
    },
  },
  ({ caller, input }) => createReservation(caller, input),
  (reservation) => ({ reservation: renderReservation(reservation) }),
);
