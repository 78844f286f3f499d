import { hyphenate, LONGEST_SLUG, SLUG } from "#lib/calendar/event-types/slug.ts";
import { valuesAt, visitPath } from "#lib/storage/table/json-path.ts";
import type { Replacement } from "#lib/storage/table/personal.ts";
import { pseudonymOf } from "#lib/storage/table/pseudonym.ts";
import type { RawItem } from "#lib/storage/table/scan.ts";
import { ERASED, ERASED_DOMAIN, fieldsOf, type Match, matchesIn, type Person } from "./person.ts";
import { type StoredItem, toItem } from "./stored-items.ts";

/** Least letters of a name at the end of a slug that was cut. */
const LEAST_PART = 3;

/** The result of an erasure for one item: its new content, or that it is deleted. */
export interface Scrubbed {
  after: RawItem | "deleted";
  /** Whether the item contains the person's address, so that other items are found through it. */
  isAnchor: boolean;
}

/** Replaces a person's data in an item as its entity declares. Undefined if it has no data of the person. */
export function scrub(stored: StoredItem, person: Person): Scrubbed | undefined {
  const { entity } = stored;
  if (entity.accountClosing === "deleted" && person.ids.user.has(stored.content["userId"]))
    return { after: "deleted", isAnchor: false };
  const content = structuredClone(stored.content);
  const matches = matchesIn({ ...stored, content }, person);
  if (matches.length === 0) return undefined;
  const isAnchor = matches.some(({ byAddress }) => byAddress);
  if (matches.some(({ data }) => data.fields === "delete item")) return { after: "deleted", isAnchor };
  for (const match of matches) replaceFields(match, person);
  return { after: toItem({ ...stored, content }), isAnchor };
}

function replaceFields({ data, object }: Match, person: Person): void {
  // Each attendee gets another alias, because the attendees of a booking are keyed by address.
  const [id = 0] = data.id === undefined ? [] : valuesAt(object, data.id);
  const alias = `erased-${data.of}-${id}${ERASED_DOMAIN}`;
  for (const [path, replacement] of Object.entries(fieldsOf(data)))
    visitPath(object, path, (parent, name) => {
      parent[name] = replaceValue(parent[name], replacement, { alias, person });
    });
}

function replaceValue(
  value: unknown,
  replacement: Replacement,
  { alias, person }: { alias: string; person: Person },
) {
  switch (replacement) {
    case "alias":
      return typeof value === "string" ? alias : value;
    case "placeholder":
      return typeof value === "string" ? ERASED : value;
    case "redact":
      return typeof value === "string" ? redact(value, person) : value;
    case "pseudonym":
      return typeof value === "string" && mentions(value, person) ? pseudonymOf(value) : value;
    case "null":
      return null;
    case "empty":
      return empty(value);
    default:
      return replacement satisfies never;
  }
}

function empty(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : value;
}

/** Whether a text contains one of the person's names or addresses, as it is or as words of a slug. */
function mentions(text: string, person: Person): boolean {
  const slug = `-${hyphenate(text)}-`;
  const names = [...person.strings].map(hyphenate).filter((name) => name !== "");
  return (
    redact(text, person) !== text ||
    names.some((name) => slug.includes(`-${name}-`) || (isCutSlug(text) && endsWithPartOf(name, text)))
  );
}

/** A slug may have been cut at its last character, or at the hyphen after it. */
const isCutSlug = (text: string): boolean => text.length >= LONGEST_SLUG - 1 && SLUG.test(text);

function endsWithPartOf(name: string, slug: string): boolean {
  const lengths = Array.from({ length: name.length }, (_, index) => index + 1);
  return lengths.some((length) => length >= LEAST_PART && slug.endsWith(`-${name.slice(0, length)}`));
}

/** Replaces the person's names and addresses where they are whole words; the longest first, because one may be part of another. */
function redact(text: string, { strings }: Person): string {
  const longestFirst = [...strings].toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((redacted, each) => redacted.replace(wholeWords(each), ERASED), text);
}

/** Matches a text that is not part of a longer word or address: neither "Ann" in "Joanna" nor `ann@example.com` in `jo.ann@example.com.au`. */
const wholeWords = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_@][._+'-]?)${RegExp.escape(text)}(?!\\.?[\\p{L}\\p{N}_@])`, "giu");
