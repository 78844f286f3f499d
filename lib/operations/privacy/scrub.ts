import { valuesAt, visitPath } from "#lib/table/json-path.ts";
import type { Replacement } from "#lib/table/personal.ts";
import type { RawItem } from "#lib/table/scan.ts";
import { ERASED, ERASED_DOMAIN, fieldsOf, type Match, matchesIn, type Person } from "./person.ts";
import { fold, type StoredItem } from "./stored-items.ts";

/** What an erasure makes of an item: another item, or nothing. Undefined when it holds no data of the person. */
export interface Scrubbed {
  after: RawItem | "deleted";
  /** Whether the item says by the address itself whose data it is, so that other items are found through it. */
  isAnchor: boolean;
}

/** Applies what the item's entity declares to a person's data in it. */
export function scrub(stored: StoredItem, person: Person): Scrubbed | undefined {
  const { entity, item } = stored;
  if (entity.accountClosing === "deleted" && person.ids.user.has(item["userId"]))
    return { after: "deleted", isAnchor: false };
  const content = structuredClone(stored.content);
  const matches = matchesIn({ ...stored, content }, person);
  if (matches.length === 0) return undefined;
  const isAnchor = matches.some(({ byAddress }) => byAddress);
  if (matches.some(({ data }) => data.fields === "delete item")) return { after: "deleted", isAnchor };
  for (const match of matches) replaceFields(match, person);
  return { after: fold({ ...stored, content }), isAnchor };
}

function replaceFields({ data, object }: Match, person: Person): void {
  // Each attendee gets another alias, because the attendees of a booking are keyed by address.
  const [id = 0] = data.id === undefined ? [] : valuesAt(object, data.id);
  const alias = `erased-${data.of}-${id}${ERASED_DOMAIN}`;
  for (const [path, replacement] of Object.entries(fieldsOf(data)))
    visitPath(object, path, (parent, name) => {
      parent[name] = replaced(parent[name], replacement, { alias, person });
    });
}

function replaced(
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
      return typeof value === "string" ? redacted(value, person) : value;
    case "null":
      return null;
    case "empty":
      return emptied(value);
    default:
      return replacement satisfies never;
  }
}

function emptied(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : value;
}

/** A string without the person's names and addresses, as whole words; longest first, so that no part of one is replaced before it. */
function redacted(text: string, { strings }: Person): string {
  const longestFirst = [...strings].toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((left, each) => left.replace(wholeWords(each), ERASED), text);
}

/** Not inside a longer word or address: neither "Ann" in "Joanna" nor `ann@example.com` in `jo.ann@example.com.au`. */
const wholeWords = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_@][._+'-]?)${RegExp.escape(text)}(?!\\.?[\\p{L}\\p{N}_@])`, "giu");
