/** The attributes of an item, in any order. */
export type RawItem = readonly (readonly [name: string, value: number | string])[];

const ITEMS = /"Items"\s*:\s*\[/;
/** An attribute that is a number or a string without escapes, with the end of the item after its last attribute. */
const ATTRIBUTE = /[\s{,]*"(\w+)"\s*:\s*\{\s*"([NS])"\s*:\s*"([^"\\]*)"\s*\}(\s*\})?/y;

/**
 * Parses the items in DynamoDB's response to a query. `rest` is the response without them; it is not valid JSON if an attribute is
 * neither a number nor a plain string. This is three times as fast as `JSON.parse`, which creates an object for each attribute and a
 * hidden class for each order of names.
 */
export function parseRawItems(response: string): { items: RawItem[]; rest: string } {
  const [found = ""] = ITEMS.exec(response) ?? [];
  const start = response.indexOf(found) + found.length;
  const items: RawItem[] = [];
  let item: [string, number | string][] = [];
  let end = start;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(response);
    if (!match) break;
    const [, name = "", type, text = "", last] = match;
    end = ATTRIBUTE.lastIndex;
    item.push([name, type === "N" ? Number(text) : text]);
    if (last === undefined) continue;
    items.push(item);
    item = [];
  }
  return { items, rest: response.slice(0, start) + response.slice(end) };
}
