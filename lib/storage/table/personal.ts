/**
 * Whose data it is: a user, an attendee, the attendee who made a booking, or any attendee of a booking. The first two are
 * identified by their own id, the others by the id of the booking.
 */
export type DataSubject = "user" | "attendee" | "booker" | "participant";

/**
 * What an erasure writes in place of a value: an address that does not exist (`alias`), the word "Erased" (`placeholder`), the string
 * without the person's names and addresses (`redact`), a digest of an id or a slug that contains one of them (`pseudonym`), null, or the
 * empty value of the same type.
 */
export type Replacement = "alias" | "placeholder" | "redact" | "pseudonym" | "null" | "empty";

/**
 * Personal data of an item. All paths are dotted; `*` matches every element of a list or field of an object, and a path continues into an
 * attribute that contains JSON text. `id`, `address` or `attendee` identifies the person.
 */
export interface PersonalData {
  of: DataSubject;
  /** Only of items with these values. */
  when?: Readonly<Record<string, unknown>>;
  /** Path of the objects that contain the data, from which the paths below start; by default the item. */
  at?: string;
  /** Path of the id. */
  id?: string;
  /** Path of an email address. */
  address?: string;
  /** The id of the attendee who made the booking. */
  attendee?(object: Record<string, unknown>): unknown;
  /** Path of the booking's id, from the item. */
  booking?: string;
  /** The replacement of each field, by path, or "delete item" to delete the whole item. */
  fields: Readonly<Record<string, Replacement>> | "delete item";
}

/**
 * What closing a user's account does to the items with their `userId`: `ended` by the entity's step in
 * `lib/operations/privacy/close-account.ts`, `deleted`, or `retained`. `attached` items change together with another item.
 */
export type AccountClosing = "ended" | "deleted" | "retained" | "attached";

/** The fields of a user in other items. */
export const USER_FIELDS = { email: "alias", name: "placeholder", username: "null" } as const;

/** The fields of a booking reference that identify its host's account in an external system. */
export const REFERENCE_FIELDS = {
  uid: "pseudonym",
  meetingId: "null",
  meetingPassword: "null",
  meetingUrl: "null",
  thirdPartyRecurringEventId: "null",
  externalCalendarId: "null",
} as const;

/** The fields of an attendee in any item. */
export const ATTENDEE_FIELDS = {
  email: "alias",
  name: "placeholder",
  phoneNumber: "null",
} as const;

/** Fields of the objects at a path, with paths from the item. */
export const fieldsAt = (
  path: string,
  fields: Readonly<Record<string, Replacement>>,
): Readonly<Record<string, Replacement>> =>
  Object.fromEntries(Object.entries(fields).map(([name, replacement]) => [`${path}.${name}`, replacement]));
