import type { RawItem } from "#lib/table/every-item.ts";
import { hangsOn, isBooker, isOfUser, type Person } from "./person.ts";
import { namePattern } from "./spellings.ts";
import { folded, unfolded } from "./unfolded.ts";

const ERASED = "Erased";
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
/** Fields whose texts of one word are no words of people. */
const OF_MACHINES =
  /(id|uid|key|hash|slug|type|kind|locale|role|scope|status|trigger|timeZone|weekStart)s?$/i;
/** Texts that are none either: values of a closed list, and names of time zones. */
const MACHINE_TEXT = /^[A-Z]+(_[A-Z]+)*$|^[A-Za-z]+\/[A-Za-z_/+-]+$/;
/** Parts of a text that may be base64. */
const ENCODED = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
/** A text that is an email address and nothing else. */
const WHOLE_ADDRESS = /^[\w.+'-]+@[A-Za-z0-9.-]+$/;

/** An item without a person: their addresses become a made-up one, their names a word, and what they answered goes. */
export function scrubbed(item: RawItem, person: Person, alias: string): RawItem {
  const content = scrubber(person, alias)(unfolded(item)) as RawItem;
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
function scrubber(person: Person, alias: string): Scrub {
  const ofText = textScrubber(person, alias);
  const scrub: Scrub = (value, name = "") => {
    if (name === "username" && typeof value === "string" && person.usernames.has(value)) return null;
    if (typeof value === "string") return ofText(value, name);
    if (Array.isArray(value)) return value.map((each) => scrub(each, name));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([field, each]) => [ofText(field, "id"), scrub(each, field)]);
    return { ...Object.fromEntries(fields), ...withoutSelf({ ...value }, person) };
  };
  return scrub;
}

function textScrubber({ emails, addresses, names }: Person, alias: string) {
  const patterns = names.map(namePattern);
  const withoutNames = (text: string): string =>
    patterns.reduce((left, pattern) => left.replace(pattern, ERASED), text);
  const withoutAddresses = (text: string): string => {
    if (WHOLE_ADDRESS.test(text)) return emails.has(text.toLowerCase()) ? alias : text;
    return addresses.reduce((left, pattern) => left.replace(pattern, alias), text);
  };
  const isClean = (text: string): boolean => withoutNames(withoutAddresses(text)) === text;
  return (text: string, field: string): string => {
    const left = withoutAddresses(text).replace(ENCODED, (part) =>
      isClean(Buffer.from(part, "base64url").toString()) ? part : ERASED,
    );
    const isOfMachines = !/\s/.test(left) && (OF_MACHINES.test(field) || MACHINE_TEXT.test(left));
    return isOfMachines ? left : withoutNames(left);
  };
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
