import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { assignAttendeeIds, draftBooking } from "#lib/bookings/draft.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import { SAMPLE_PEOPLE } from "./sample-people.ts";
import { storedUser } from "./stored-user.ts";

const EVENT_TYPE = {
  title: "Intro",
  slug: "intro",
  length: 30,
  bookingFields: [
    { name: "topic", type: "text", label: "What about?" },
    { name: "budget", type: "number", label: "Budget", hidden: true },
  ],
};

/** A stored booking, created without a database from an event type and a request. */
export function storedBooking(
  changes: Partial<StoredBooking> = {},
  {
    eventType = {},
    request = {},
    teamName = null,
  }: { eventType?: object; request?: object; teamName?: string | null } = {},
): StoredBooking {
  const offer = {
    eventType: {
      ...EventTypeCreate.parse({ ...EVENT_TYPE, ...eventType }),
      slug: "intro",
      id: 3,
      userId: 7,
      teamName,
      counters: null,
      version: 1,
    },
    host: storedUser(7, { username: "hanna", name: "Hanna Host", email: "hanna@example.com", locale: "de" }),
  };
  const input = BookingCreate.parse({
    eventTypeId: 3,
    start: "2099-07-01T08:00:00Z",
    timeZone: "America/New_York",
    responses: {
      name: "Ann van Dyke",
      email: "ann@example.com",
      guests: ["bob@example.com"],
      notes: SAMPLE_PEOPLE.notes,
      topic: "Prices",
      budget: 5,
    },
    ...request,
  });
  return {
    ...assignAttendeeIds(draftBooking(offer, input, { id: 41, apiHost: "api.example.com" }), [101, 102, 103]),
    ...changes,
  };
}
