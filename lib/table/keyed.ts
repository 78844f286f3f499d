import { path } from "./expression.ts";

/**
 * Lists of objects that are stored as maps, each by the field that names its elements: `{ attendees: "email" }`. So one
 * element changes without the others being read. In code they stay lists, in the order of the elements' `id`.
 */
export type Keyed = Readonly<Record<string, string>>;

type Values = Record<string, unknown>;

/** What names an element in its map; text without regard to case. */
const keyText = (value: unknown): string => String(value).toLowerCase();

/** The path of one element of a keyed list, or of one of its fields, for {@link update} and conditions. */
export function elementPath(
  { keyed }: { keyed: Keyed },
  [list, value, field]: [list: string, value: string | number, field?: string],
): string {
  if (keyed[list] === undefined) throw new TypeError(`${list} is not a keyed list`);
  return path(list, keyText(value), ...(field === undefined ? [] : [field]));
}

/** The values as they are stored: keyed lists as maps. */
export function toMaps(keyed: Keyed, values: Values): Values {
  const maps = Object.entries(keyed).flatMap(([list, field]) => {
    const elements = values[list];
    if (!Array.isArray(elements)) return [];
    return [[list, Object.fromEntries(elements.map((element) => [keyText(element[field]), element]))]];
  });
  return { ...values, ...Object.fromEntries(maps) };
}

/** The stored values as the code sees them: maps as lists. */
export function toLists(keyed: Keyed, item: Values): Values {
  const lists = Object.keys(keyed).flatMap((list) => {
    const stored = item[list];
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return [];
    return [[list, Object.values(stored).toSorted((one, other) => one.id - other.id)]];
  });
  return { ...item, ...Object.fromEntries(lists) };
}
