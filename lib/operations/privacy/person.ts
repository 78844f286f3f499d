import type { RawItem } from "#lib/table/every-item.ts";
import { everyItem } from "#lib/table/every-item.ts";
import { getItem } from "#lib/table/read.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import { ErasureFacts, type Known, recallFacts } from "./facts.ts";
import { addressPattern } from "./spellings.ts";
import { unfolded } from "./unfolded.ts";

/** A person as the table knows them: by an address, as a user, as an attendee, and by the names given with it. */
export interface Person extends Known {
  /** Finds one of their addresses in a text, however it is written. */
  addresses: readonly RegExp[];
}

/** What stands in place of a name that was erased, and where the addresses are that stand in place of others. */
export const ERASED = "Erased";
export const ERASED_DOMAIN = "@erased.invalid";

/** Finds out who somebody is: one pass over all items, and one more for a user. What an erasure that was cut off knew is known. */
export async function findPerson(address: string): Promise<Person> {
  const email = address.trim().toLowerCase();
  const known = await recallFacts(email);
  known.userId ??= await ownerOf(email);
  if (known.userId !== undefined) await learnFormer(known.userId, known);
  const person = { ...known, addresses: [...known.emails].map(addressPattern) };
  for await (const page of everyItem()) for (const item of page) learnFrom(item, person);
  return person;
}

const ownerOf = async (email: string): Promise<number | undefined> => {
  const unique = await getItem(UniqueItem, { kind: "email", value: email });
  return unique && Number(unique.owner);
};

/** Learns the addresses and usernames under which copies know a user, but for addresses that are another user's by now. */
async function learnFormer(userId: number, known: Known): Promise<void> {
  const emails = new Set<string>();
  for await (const page of everyItem())
    for (const item of page) {
      for (const { email, username } of summariesOf(userId, unfolded(item))) {
        emails.add(email.toLowerCase());
        if (username !== null) known.usernames.add(username);
      }
      const primary = item["userPrimaryEmail"];
      if (item["userId"] === userId && typeof primary === "string") emails.add(primary.toLowerCase());
    }
  for (const email of emails)
    if (!email.endsWith(ERASED_DOMAIN) && ((await ownerOf(email)) ?? userId) === userId)
      known.emails.add(email);
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

/** Learns the names in an item, and the booking it tells of. */
export function learnFrom(item: RawItem, person: Person): void {
  const { userId, names, bookings, booked } = person;
  const learn = (name: string): unknown => name.trim().length > 1 && name !== ERASED && names.add(name);
  if (item["entity"] === "user" && item["id"] === userId) learn(String(item["name"]));
  if (item["entity"] === ErasureFacts.name || !mentions(person, item)) return;
  const content = unfolded(item);
  for (const name of namesIn(content, person.emails)) learn(name);
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
