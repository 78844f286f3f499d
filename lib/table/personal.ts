/**
 * Whose data it is: a user, an attendee, the attendee who made a booking, or any attendee of a booking. The first two are identified by their
 * own id, the others by the id of the booking.
 */
export type DataSubject = "user" | "attendee" | "booker" | "participant";

/**
 * What an erasure writes in place of a value: an address nobody has (`alias`), the word "Erased" (`placeholder`), the string without the
 * person's names and addresses (`redact`), null, or the empty value of the same type.
 */
export type Replacement = "alias" | "placeholder" | "redact" | "null" | "empty";

/**
 * Personal data of an item. All paths are dotted; `*` stands for every element of a list or field of an object, and a path continues into an
 * attribute that holds JSON as text. The data is a person's when `id`, `address` or `attendee` identifies them.
 */
export interface PersonalData {
  of: DataSubject;
  /** Only of items with these values. */
  when?: Readonly<Record<string, unknown>>;
  /** The objects that hold the data, which the paths below start from; the item itself without it. */
  at?: string;
  /** Path of the id. */
  id?: string;
  /** Path of an email address. */
  address?: string;
  /** The id of the attendee who made the booking. */
  attendee?(object: Record<string, unknown>): unknown;
  /** Path of the booking's id, from the item. */
  booking?: string;
  /** The fields by their paths, or that the whole item goes. */
  fields: Readonly<Record<string, Replacement>> | "delete item";
}

/**
 * What closing a user's account does to the items with their `userId`: `ended` by the step `lib/operations/privacy/close-account.ts` has for
 * the entity, `deleted`, or `kept`. What is `attached` changes together with another item.
 */
export type AccountClosing = "ended" | "deleted" | "retained" | "attached";

/** The fields of a user wherever other items show one. */
export const USER_FIELDS = { email: "alias", name: "placeholder", username: "null" } as const;

/** The fields of an attendee wherever items hold one. */
export const ATTENDEE_FIELDS = {
  email: "alias",
  name: "placeholder",
  phoneNumber: "null",
} as const;
