import type { RawItem } from "#lib/table/every-item.ts";
import type { Person } from "./person.ts";

const ERASED = "Erased";
/** Attributes that say where an item lies. */
const KEYS = /^(pk|sk|GSI\d(pk|sk)|entity)$/;
/** What is left of what the person answered who booked, in the booking and in payloads. */
const ANSWERS = {
  responses: {},
  userFieldsResponses: {},
  customInputs: {},
  additionalNotes: null,
  smsReminderNumber: null,
};
/** Attributes that hold JSON as text: payloads of events, kept results. */
const JSON_TEXT = new Set(["payload", "result"]);

/** An item without a person: their address becomes a made-up one, their names a word, and what they answered goes. */
export function scrubbed(item: RawItem, person: Person, alias: string): RawItem {
  const scrub = scrubber(person, alias);
  const kept = Object.entries(item).filter(([name]) => KEYS.test(name));
  const texts = Object.entries(item).flatMap(([name, value]) =>
    JSON_TEXT.has(name) && typeof value === "string"
      ? [[name, JSON.stringify(scrub(JSON.parse(value)))]]
      : [],
  );
  return { ...(scrub(item) as RawItem), ...Object.fromEntries(texts), ...Object.fromEntries(kept) };
}

type Scrub = (value: unknown, name?: string) => unknown;

/** Replaces addresses and names in all texts of a value, in the names of its fields, too. */
function scrubber({ email, names, username }: Person, alias: string): Scrub {
  const patterns = [
    { pattern: new RegExp(literally(email), "gi"), by: alias },
    ...names.map((name) => ({ pattern: new RegExp(literally(name), "gi"), by: ERASED })),
  ];
  const ofText = (text: string): string =>
    patterns.reduce((left, { pattern, by }) => left.replace(pattern, by), text);
  const scrub: Scrub = (value, name) => {
    if (name === "username" && value === username) return null;
    if (typeof value === "string") return ofText(value);
    if (Array.isArray(value)) return value.map((each) => scrub(each));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([field, each]) => [ofText(field), scrub(each, field)]);
    return { ...Object.fromEntries(fields), ...withoutAnswers({ ...value }, email) };
  };
  return scrub;
}

/** What becomes of the fields that only the person themselves filled in: of an attendee, and of a booking they made. */
function withoutAnswers(value: Record<string, unknown>, email: string): Record<string, unknown> {
  const isAttendee = String(value["email"]).toLowerCase() === email;
  const isBooker = bookerOf(value) === email;
  const answers = isBooker ? ANSWERS : {};
  return {
    ...(isAttendee && "phoneNumber" in value && { phoneNumber: null }),
    ...Object.fromEntries(Object.entries(answers).filter(([name]) => name in value)),
  };
}

/** The address of whoever booked: in a booking plain, in a payload with its label. */
function bookerOf({ responses }: Record<string, unknown>): string | undefined {
  const { email } = (responses ?? {}) as { email?: string | { value?: string } };
  const address = typeof email === "object" ? email?.value : email;
  return address?.toLowerCase();
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
