import { eventWrites, newBookingEvent } from "#lib/bookings/events/record-event.ts";
import { transact } from "#lib/storage/table/write.ts";
import { bookingRequest, makeKey, reserve } from "#test/support/builders/builders.ts";
import { at, makeCollective, makeTeamEventType } from "#test/support/builders/several-hosts.ts";
import type { Send } from "#test/support/calls/api-client.ts";

/** Calls that use the permissions of endpoints for bookings with several hosts. */
export const HOST_EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  {
    sentence: "another host of a collective booking reads it and its events",
    run: async (act) => {
      const { second, booking } = await makeCollective(2);
      const { key } = await makeKey(second);
      const createdAt = new Date(Date.now() - 600_000).toISOString();
      await transact(eventWrites({ ...newBookingEvent("BOOKING_CREATED", booking), createdAt }));
      for (const path of [`/bookings/${booking.id}`, "/bookings", "/events"])
        await act({ method: "GET", path, key });
    },
  },
  {
    sentence: "a round-robin event type is booked and reserved, and a reservation is deleted",
    run: async (act) => {
      const made = await makeCollective(2);
      const { id, ...eventType } = await makeTeamEventType(made, "ROUND_ROBIN");
      const { key } = await makeKey(made.owner);
      await act({ method: "GET", path: `/slots?eventTypeId=${id}&start=${at(0)}&end=${at(23)}`, key });
      await act({ method: "POST", path: "/bookings", key, body: bookingRequest(id, { start: at(12) }) });
      await act({ method: "POST", path: "/slots/reserve", key, body: { eventTypeId: id, start: at(12) } });
      const { uid, userId } = await reserve(made.owner, { id, ...eventType }, { start: at(14) });
      const host = made.hosts.find((each) => each.userId === userId) ?? made.first;
      await act({ method: "DELETE", path: `/slots/reserve/${uid}`, key: (await makeKey(host)).key });
    },
  },
];
