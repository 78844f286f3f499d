import type { RawItem } from "#lib/table/every-item.ts";
import { everyItem } from "#lib/table/every-item.ts";
import { getItem } from "#lib/table/read.ts";
import { UniqueItem } from "#lib/table/unique.ts";

/** A person as the table knows them: by an address, as a user, as an attendee, and by the names given with it. */
export interface Person {
  email: string;
  userId: number | undefined;
  username: string | undefined;
  /** Longest first, so that no part of a name is replaced before the whole. */
  names: readonly string[];
  /** Bookings they take part in. */
  bookings: ReadonlySet<number>;
}

/** Finds out who somebody is: one pass over all items. */
export async function findPerson(address: string): Promise<Person> {
  const email = address.trim().toLowerCase();
  const unique = await getItem(UniqueItem, { kind: "email", value: email });
  const userId = unique && Number(unique.owner);
  const names = new Set<string>();
  const bookings = new Set<number>();
  let username: string | undefined;
  for await (const page of everyItem())
    for (const item of page) {
      if (item["entity"] === "user" && item["id"] === userId) {
        names.add(String(item["name"]));
        if (typeof item["username"] === "string") username = item["username"];
      }
      if (item["entity"] !== "booking" || !textOf(item).includes(email)) continue;
      bookings.add(Number(item["id"]));
      for (const name of namesIn(item, email)) names.add(name);
    }
  const given = [...names].filter((name) => name.trim() !== "");
  return {
    email,
    userId,
    username,
    names: given.toSorted((one, other) => other.length - one.length),
    bookings,
  };
}

/** The names that stand beside an address, at any depth: of attendees, and of a booking form. */
function namesIn(value: unknown, email: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { email: address, name, ...others } = value as Record<string, unknown>;
  const isTheirs = typeof address === "string" && address.toLowerCase() === email;
  const deeper = Object.values(others).flatMap((each) => namesIn(each, email));
  if (!isTheirs) return deeper;
  const parts = typeof name === "object" && name !== null ? Object.values(name) : [name];
  return [...parts.filter((part) => typeof part === "string"), ...deeper];
}

/** All of an item as one text in small letters, to look for an address in. */
export const textOf = (item: RawItem): string => JSON.stringify(item).toLowerCase();

/** Whether an item may say something of a person: it has their address, is theirs, or hangs on a booking of theirs. */
export function isAbout({ email, userId, bookings }: Person, item: RawItem): boolean {
  const event = item["event"] as { bookingId?: number } | null | undefined;
  const bookingId = item["bookingId"] ?? event?.bookingId;
  return (
    textOf(item).includes(email) ||
    (userId !== undefined && isOfUser(userId, item)) ||
    (typeof bookingId === "number" && bookings.has(bookingId))
  );
}

/** Whether an item belongs to a user: it lies in their partition, or names them. */
export const isOfUser = (userId: number, item: RawItem): boolean =>
  item["pk"] === `H#${userId}` || item["userId"] === userId;
