import type * as z from "zod";
import type { HangingKind } from "#lib/bookings/list-hanging.ts";
import { entity } from "#lib/table/entity.ts";
import { getItems, queryPages, wanted } from "#lib/table/read.ts";
import { AttendeeItem, AttendeeLocator, StoredAttendee } from "./entity.ts";

const AttendeeFacts = StoredAttendee.pick({ id: true, userId: true, email: true });

/** What an attendee is filtered by. */
export type AttendeeFacts = z.output<typeof AttendeeFacts>;

/** Stored attendees, of which only these facts are carried. */
const FactsOfAttendee = entity({
  name: AttendeeItem.name,
  key: AttendeeItem.key,
  schema: AttendeeFacts,
});

/** Attendees, as they are listed. */
export const AttendeeList: HangingKind<StoredAttendee, AttendeeFacts> = {
  kind: "attendee",
  locator: AttendeeLocator,
  entity: AttendeeItem,
  find: (places) => getItems(places.map(({ userId, id }) => wanted(AttendeeItem, { userId, id }))),
  pagesOf: (userId, range) => queryPages(AttendeeItem, { userId }, range),
  factsOf: (userId) => queryPages(FactsOfAttendee, { userId }, { attributesOfSchema: true }),
  placesIn: ({ userId, attendees }) => attendees.map(({ id }) => ({ userId, id })),
};
