import { expect, test } from "vitest";
import { decodeItem, encodeItem } from "#lib/table/attribute-values.ts";

const ITEM = JSON.parse(
  '{"a":"1","b":2,"c":[true,null,{"__proto__":"own"}],"__proto__":{"d":"e"},"constructor":"f"}',
);

test("an item with any names stays the same when it is encoded and decoded", () => {
  const encoded = encodeItem(ITEM);
  const before = JSON.stringify(encoded);
  const decoded = decodeItem(encoded);
  expect(JSON.stringify(decoded)).toBe(JSON.stringify(ITEM));
  expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
  expect(JSON.stringify(encoded)).toBe(before);
});
