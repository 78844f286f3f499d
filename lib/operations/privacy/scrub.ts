import { createHmac } from "node:crypto";
import type { RawItem } from "#lib/table/every-item.ts";
import { ERASED, ERASED_DOMAIN, hangsOn, isBooker, isOfUser, type Person } from "./person.ts";
import { addressPattern, namePattern } from "./spellings.ts";
import { folded, unfolded } from "./unfolded.ts";

/** Attributes that say where an item lies. */
const KEYS = /^(pk|sk|GSI\d(pk|sk)|entity)$/;
/** What is left of what the person answered who booked, in the booking and in payloads. */
const ANSWERS = {
  responses: {},
  userFieldsResponses: {},
  customInputs: {},
  additionalNotes: null,
  location: null,
  smsReminderNumber: null,
  ratingFeedback: null,
  // It is made of the address, among others.
  idempotencyKey: null,
};
/** What is left of an attendee, or of a user. */
const SELF = { name: ERASED, firstName: ERASED, lastName: "", phoneNumber: null };
/** How the names of fields end that machines read: a text of one word in them is no word of people. */
const OF_MACHINES = new Set(
  `id uid key hash slug type kind locale role scope status trigger zone start time at date since until currency option
  state theme resource action attribute purpose run due slot version`.split(/\s+/),
);
/** Parts of a text that may be base64. */
const ENCODED = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
/** A text that is an email address and nothing else. */
const WHOLE_ADDRESS = /^[\w.+'-]+@[A-Za-z0-9.-]+$/;

/** An item without a person: their addresses become made-up ones, their names a word, and what they answered goes. */
export function scrubbed(item: RawItem, person: Person): RawItem {
  const content = scrubber(person)(unfolded(item)) as RawItem;
  const kept = Object.entries(item).filter(([name]) => KEYS.test(name));
  return {
    ...folded({ ...content, ...withoutExcerpts(item, content, person) }, item),
    ...Object.fromEntries(kept),
  };
}

/** What goes of an item as a whole: what a payment gateway said of the payer, what a subscriber answered, notes on keys. */
function withoutExcerpts(item: RawItem, content: RawItem, person: Person): RawItem {
  const { userId, bookings, booked } = person;
  const isTheirs = userId !== undefined && isOfUser(userId, item);
  switch (item["entity"]) {
    case "payment":
      return hangsOn(booked, item) ? { data: {} } : {};
    case "delivery": {
      const attempts = content["attempts"] as object[];
      return isTheirs || hangsOn(bookings, item)
        ? { attempts: attempts.map((attempt) => ({ ...attempt, answer: null })) }
        : {};
    }
    case "api-key":
      return isTheirs ? { note: null } : {};
    case "user":
      return item["id"] === userId
        ? { username: null, bio: null, avatar: null, passwordHash: null, emailVerified: null }
        : {};
    default:
      return {};
  }
}

type Scrub = (value: unknown, name?: string) => unknown;

/** Replaces addresses and names in all texts of a value, in the names of its fields, too. */
function scrubber(person: Person): Scrub {
  const ofText = textScrubber(person);
  const scrub: Scrub = (value, name = "") => {
    if (name === "username" && typeof value === "string" && person.usernames.has(value)) return null;
    if (typeof value === "string") return ofText(value, name);
    if (Array.isArray(value)) return value.map((each) => scrub(each, name));
    if (typeof value !== "object" || value === null) return value;
    // What changed is told as `status: { from, to }`.
    const fields = Object.entries(value).map(([field, each]) => [
      ofText(field, "id"),
      scrub(each, /^(from|to)$/.test(field) ? name : field),
    ]);
    return { ...Object.fromEntries(fields), ...withoutSelf({ ...value }, person) };
  };
  return scrub;
}

function textScrubber(person: Person) {
  const { emails } = person;
  // Longest first, so that no part of a name is replaced before the whole.
  const names = [...person.names].toSorted((one, other) => other.length - one.length).map(namePattern);
  const addresses = [...emails].map((email) => [addressPattern(email), aliasOf(email, person)] as const);
  const withoutNames = (text: string): string =>
    names.reduce((left, pattern) => left.replace(pattern, ERASED), text);
  const withoutAddresses = (text: string): string =>
    addresses.reduce((left, [pattern, alias]) => left.replace(pattern, alias), text);
  const isClean = (text: string): boolean => withoutNames(withoutAddresses(text)) === text;
  return (text: string, field: string): string => {
    // That of another stays, even if it is made of the same name.
    if (WHOLE_ADDRESS.test(text)) return emails.has(text.toLowerCase()) ? aliasOf(text, person) : text;
    const left = withoutAddresses(text).replace(ENCODED, (part) =>
      isClean(Buffer.from(part, "base64url").toString()) ? part : ERASED,
    );
    return isOfMachines(field) && !/\s/.test(left) ? left : withoutNames(left);
  };
}

/** Of `id`, `eventTypeIds`, `external_id` or `iCalUID`. */
function isOfMachines(field: string): boolean {
  const word =
    field
      .split(/_|(?<=[a-z])(?=[A-Z])/)
      .at(-1)
      ?.toLowerCase() ?? "";
  return OF_MACHINES.has(word) || OF_MACHINES.has(word.replace(/s$/, ""));
}

/** What stands in place of an address: one for each, so that somebody who is in a booking with two of them is there twice. */
function aliasOf(email: string, { salt }: Person): string {
  const code = createHmac("sha256", salt).update(email.toLowerCase()).digest("hex").slice(0, 16);
  return `erased-${code}${ERASED_DOMAIN}`;
}

/** What becomes of the fields that are the person's alone: of an attendee or a user, and of a booking they made. */
function withoutSelf(value: Record<string, unknown>, person: Person): Record<string, unknown> {
  const isThem = (email: unknown): boolean =>
    typeof email === "string" && person.emails.has(email.toLowerCase());
  const left = {
    ...(isThem(value["email"]) && SELF),
    ...(isBooker(value, person) && ANSWERS),
    ...(isThem(value["cancelledBy"]) && { cancellationReason: null }),
  };
  return Object.fromEntries(Object.entries(left).filter(([name]) => name in value));
}
