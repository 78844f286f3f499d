import * as z from "zod";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { BookingLink } from "#lib/bookings/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import {
  type ListElement,
  type ListKind,
  type Location,
  type LocatorEntity,
  locatorKey,
} from "#lib/storage/lists/kind.ts";
import type { HostKind } from "#lib/storage/lists/list-of-host-elements.ts";
import { type Entity, Version } from "#lib/storage/table/entity.ts";
import type { IdKind } from "#lib/storage/table/ids.ts";
import { type Operation, put } from "#lib/storage/table/operations.ts";
import { queryPages } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";

/** The first letter of the keys of attendees, payments and references. */
type Letter = "A" | "P" | "R";

/** Fields of every stored child of a booking: an attendee, a payment or a reference. */
export const ChildFields = z.object({
  id: z.int().describe("Id, unique among resources of its kind."),
  version: Version,
  userId: z.int(),
  bookingId: z.int().describe("Id of the booking."),
  booking: BookingLink.describe("The booking."),
  createdAt: z.string(),
});

/** Declares the item of a child: in the partition of the booking's host, and in GSI1 for counting. */
export const childItem = (letter: Letter) =>
  ({
    key: { pk: "H#{userId}", sk: `${letter}#{id:10}` },
    indexes: { GSI1: { pk: `${letter}H#{userId}`, sk: "{id:10}" } },
    versioned: true,
    accountClosing: "retained",
  }) as const;

/** Declares the item that names the host of a child by its id. */
export const childLocator = <L extends Letter>(letter: L) =>
  ({
    key: locatorKey(letter),
    schema: z.object({ id: z.int(), userId: z.int() }),
    accountClosing: "retained",
  }) as const;

/** Returns the fields of a new child that are copied from its booking. */
export const newChildFields = (booking: StoredBooking): Omit<z.output<typeof ChildFields>, "id"> => ({
  userId: booking.userId,
  bookingId: booking.id,
  booking: BookingLink.parse(booking),
  createdAt: nowIso(),
  version: 1,
});

/** A kind of children of bookings. */
export interface BookingChild<T extends ListElement> extends ListKind<T>, HostKind<T> {
  /** Returns how to find a child by its id. */
  lookup(id: number): ChildLookup<T>;
  /** Creates the operations that store a new child and its locator. */
  create(child: T): Operation[];
  /** Lists the keys of the children of a booking that a caller can access. */
  locationsIn(booking: StoredBooking, caller: Caller): Promise<readonly Location[]> | readonly Location[];
}

interface Declaration<S extends typeof ChildFields> {
  kind: IdKind;
  /** The name of the resource in errors. */
  resource: string;
  entity: Entity<S, "H#{userId}", `${Letter}#{id:10}`>;
  locator: LocatorEntity;
  /** The field of a booking that contains its children. */
  field: "attendees" | "payment" | "references";
}

/** Declares how children of a kind are created, found and listed. */
export const bookingChild = <S extends typeof ChildFields>({
  kind,
  resource,
  entity,
  locator,
  field,
}: Declaration<S>): BookingChild<z.output<S>> => ({
  kind,
  entity,
  locator,
  lookup: (id) => ({
    resource,
    findOfHost: (userId) => findItem(entity, { userId, id }),
    findHostId: async () => (await findItem(locator, { id }))?.userId,
  }),
  create: (child) => [put(entity, child), put(locator, { id: child.id, userId: child.userId })],
  find: (locations) => findItems(locations.map(({ userId, id }) => itemRequest(entity, { userId, id }))),
  pagesOf: (userId, range) => queryPages(entity, { userId }, range),
  locationsIn: (booking) => booking[field].map(({ id }) => ({ userId: booking.userId, id })),
});

/** How to find a child of a booking, which is in the partition of the booking's host. */
export interface ChildLookup<T> {
  /** The name of the resource in errors. */
  resource: string;
  /** Finds the child in the partition of a host. */
  findOfHost: (userId: number) => Promise<T | undefined>;
  /** Finds the host by the locator. */
  findHostId: () => Promise<number | undefined>;
}
