import type { ListKind } from "#lib/lists/kind.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { AttendeeItem, AttendeeLocator } from "./entity.ts";

/** Attendees, as a kind of elements that are listed. */
export const AttendeeList: ListKind<Stored<typeof AttendeeItem>> = {
  kind: "attendee",
  locator: AttendeeLocator,
  find: (places) => getItems(places.map(({ userId, id }) => wanted(AttendeeItem, { userId, id }))),
};
