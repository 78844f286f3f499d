import type { RawItem } from "#lib/table/every-item.ts";
import { everyItem } from "#lib/table/every-item.ts";
import { getItem } from "#lib/table/read.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import { addressPattern } from "./spellings.ts";
import { unfolded } from "./unfolded.ts";

/** A person as the table knows them: by an address, as a user, as an attendee, and by the names given with it. */
export interface Person {
  /** In small letters: the address that was asked for, and those a user had before. */
  emails: ReadonlySet<string>;
  /** Finds one of these in a text, however it is written. */
  addresses: readonly RegExp[];
  userId: number | undefined;
  usernames: ReadonlySet<string>;
  /** Longest first, so that no part of a name is replaced before the whole. */
  names: readonly string[];
  /** Bookings they take part in, or took part in. */
  bookings: ReadonlySet<number>;
  /** Those of them they made. */
  booked: ReadonlySet<number>;
}

/** Finds out who somebody is: one pass over all items, and one more for a user. */
export async function findPerson(address: string): Promise<Person> {
  const email = address.trim().toLowerCase();
  const userId = await ownerOf(email);
  const { emails, usernames } = userId === undefined ? NOBODY : await formerly(userId);
  const person = personOf({ userId, usernames, emails: new Set([email, ...emails]) });
  for await (const page of everyItem()) for (const item of page) learnFrom(item, person);
  const names = [...person.names].filter((name) => name.trim().length > 1);
  return { ...person, names: names.toSorted((one, other) => other.length - one.length) };
}

const NOBODY = { emails: [], usernames: new Set<string>() };

const personOf = (known: Pick<Person, "userId" | "usernames" | "emails">) => ({
  ...known,
  addresses: [...known.emails].map(addressPattern),
  names: new Set<string>(),
  bookings: new Set<number>(),
  booked: new Set<number>(),
});

const ownerOf = async (email: string): Promise<number | undefined> => {
  const unique = await getItem(UniqueItem, { kind: "email", value: email });
  return unique && Number(unique.owner);
};

/** The addresses and usernames under which copies know a user, but for addresses that are another user's by now. */
async function formerly(userId: number): Promise<{ emails: string[]; usernames: Set<string> }> {
  const emails = new Set<string>();
  const usernames = new Set<string>();
  for await (const page of everyItem())
    for (const item of page) {
      for (const { email, username } of summariesOf(userId, unfolded(item))) {
        emails.add(email.toLowerCase());
        if (username !== null) usernames.add(username);
      }
      const primary = item["userPrimaryEmail"];
      if (item["userId"] === userId && typeof primary === "string") emails.add(primary.toLowerCase());
    }
  const owned = await Promise.all([...emails].map(async (email) => ({ email, owner: await ownerOf(email) })));
  const theirs = owned.filter(({ owner = userId }) => owner === userId);
  return { emails: theirs.map(({ email }) => email), usernames };
}

interface Summary {
  email: string;
  username: string | null;
}

/** What a value says of a user at any depth: an object of their id with an address and a username. */
function summariesOf(userId: number, value: unknown): Summary[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, email, username } = value as Record<string, unknown>;
  const isTheirs = id === userId && typeof email === "string";
  const own = isTheirs && (username === null || typeof username === "string") ? [{ email, username }] : [];
  return [...own, ...Object.values(value).flatMap((each) => summariesOf(userId, each))];
}

function learnFrom(item: RawItem, person: ReturnType<typeof personOf>): void {
  const { userId, names, bookings, booked } = person;
  if (item["entity"] === "user" && item["id"] === userId) names.add(String(item["name"]));
  if (!mentions(person, item)) return;
  const content = unfolded(item);
  for (const name of namesIn(content, person.emails)) names.add(name);
  const id = item["entity"] === "booking" ? item["id"] : bookingOf(item);
  if (typeof id !== "number") return;
  bookings.add(id);
  if (item["entity"] === "booking" && isBooker(content, person)) booked.add(id);
}

/** The names that stand beside one of some addresses, at any depth: of attendees, and of a booking form. */
function namesIn(value: unknown, emails: ReadonlySet<string>): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { email, name } = value as Record<string, unknown>;
  const deeper = Object.values(value).flatMap((each) => namesIn(each, emails));
  const address = answerIn(email);
  const isTheirs = typeof address === "string" && emails.has(address.toLowerCase());
  return isTheirs ? [...textsIn(answerIn(name)), ...deeper] : deeper;
}

/** An answer of a form, which a payload has with its label. */
const answerIn = (field: unknown): unknown =>
  typeof field === "object" && field !== null && "value" in field ? field.value : field;

/** A name in one text, or in its parts. */
const textsIn = (name: unknown): string[] =>
  (typeof name === "object" && name !== null ? Object.values(name) : [name]).filter(
    (part) => typeof part === "string",
  );

/** Whether what a value says was answered by the person: as a booking has it, or as a payload does. */
export function isBooker(value: object, { emails }: Pick<Person, "emails">): boolean {
  const { responses } = value as { responses?: { email?: unknown } | null };
  const address = answerIn(responses?.email);
  return typeof address === "string" && emails.has(address.toLowerCase());
}

/** Whether an item has an address of the person anywhere, its keys included. */
export function mentions({ addresses }: Pick<Person, "addresses">, item: RawItem): boolean {
  const text = JSON.stringify(item);
  return addresses.some((pattern) => text.search(pattern) >= 0);
}

/** The booking an item hangs on, or tells of. */
function bookingOf(item: RawItem): unknown {
  const event = item["event"] as { bookingId?: unknown } | null | undefined;
  return item["bookingId"] ?? event?.bookingId;
}

/** Whether an item hangs on one of some bookings. */
export function hangsOn(bookings: ReadonlySet<number>, item: RawItem): boolean {
  const id = bookingOf(item);
  return typeof id === "number" && bookings.has(id);
}

/** Whether an item may say something of a person: it has their address, is theirs, or hangs on a booking of theirs. */
export const isAbout = (person: Person, item: RawItem): boolean =>
  mentions(person, item) ||
  (person.userId !== undefined && isOfUser(person.userId, item)) ||
  hangsOn(person.bookings, item);

/** Whether an item belongs to a user: it lies in their partition, or names them. */
export const isOfUser = (userId: number, item: RawItem): boolean =>
  item["pk"] === `H#${userId}` || item["userId"] === userId;
