import { uncountReservation } from "#lib/bookings/reservations/writes.ts";
import { SeenItems } from "#lib/storage/table/seen-items.ts";
import { transact } from "#lib/storage/table/write.ts";
import { bookingRequest, makeEventType, makeUserWithKey, reserve } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import type { Send } from "#test/support/calls/api-client.ts";

/** Calls that use the permissions of endpoints for reservations. */
export const RESERVATION_EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  {
    sentence: "reservations that their user no longer has in the count are booked and deleted",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const eventType = await makeEventType(caller);
      const booked = await reserve(caller, eventType, { start: "2031-06-02T09:00:00Z" });
      const deleted = await reserve(caller, eventType, { start: "2031-06-02T10:00:00Z" });
      for (const reservation of [booked, deleted])
        await transact(uncountReservation(reservation, new SeenItems()));
      const body = bookingRequest(eventType.id, { start: booked.startTime, reservationUid: booked.uid });
      await act({ method: "POST", path: "/bookings", key, body });
      await act({ method: "DELETE", path: `/slots/reserve/${deleted.uid}`, key });
    },
  },
  {
    sentence: "reservations are listed page by page, and an admin of an organization deletes a member's",
    run: async (act) => {
      const { admin, member } = await makeOrganizationBooking();
      const eventType = await makeEventType(member.caller);
      const { uid } = await reserve(member.caller, eventType, { start: "2031-06-02T09:00:00Z" });
      await reserve(member.caller, eventType, { start: "2031-06-02T10:00:00Z" });
      await act({ method: "GET", path: "/slots/reserve?take=1&cursor=", key: member.key });
      await act({ method: "DELETE", path: `/slots/reserve/${uid}`, key: admin.key });
    },
  },
];
