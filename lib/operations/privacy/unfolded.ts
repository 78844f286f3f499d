import type { RawItem } from "#lib/table/every-item.ts";

/** Attributes that hold JSON as text: payloads of events, kept results. */
const JSON_TEXT = new Set(["payload", "result"]);

/** An item with the values of texts that are JSON. */
export const unfolded = (item: RawItem): RawItem =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, isFolded(name, value) ? JSON.parse(value) : value]),
  );

/** The same with these as texts again, where the item as it was has texts. */
export const folded = (content: RawItem, before: RawItem): RawItem =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      isFolded(name, before[name]) ? JSON.stringify(value) : value,
    ]),
  );

const isFolded = (name: string, value: unknown): value is string =>
  JSON_TEXT.has(name) && typeof value === "string";
