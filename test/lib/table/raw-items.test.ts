import { expect, test } from "vitest";
import { parseRawItems } from "#lib/table/raw-items.ts";

const KEY = { pk: { S: "H#7" }, sk: { S: "T#00000001" } };
const ITEMS = [
  { hour: { N: "1" }, m00: { N: "12" }, m59: { S: "3@2031-03-04T09:00:00.000Z/60" } },
  { m00: { N: "13" }, hour: { N: "2" } },
];

test("items are parsed from a response in any layout", () => {
  for (const indent of [0, 2])
    for (const response of [
      { Count: 2, Items: ITEMS, LastEvaluatedKey: KEY, ScannedCount: 2 },
      { LastEvaluatedKey: KEY, Items: ITEMS },
    ]) {
      const { items, rest } = parseRawItems(JSON.stringify(response, null, indent));
      expect(items.map((item) => Object.fromEntries(item))).toEqual([
        { hour: 1, m00: 12, m59: "3@2031-03-04T09:00:00.000Z/60" },
        { hour: 2, m00: 13 },
      ]);
      expect(JSON.parse(rest)).toEqual({ ...response, Items: [] });
    }
});

test("a response without items stays unchanged", () => {
  for (const response of ['{"Count":0,"Items":[],"ScannedCount":0}', '{"Count":3}'])
    expect(parseRawItems(response)).toEqual({ items: [], rest: response });
});

test("an attribute that is neither a number nor a plain string makes the rest invalid", () => {
  for (const value of [{ M: {} }, { S: 'a "quote"' }, { BOOL: true }, { L: [{ N: "1" }] }]) {
    const { rest } = parseRawItems(JSON.stringify({ Items: [...ITEMS, { hour: { N: "3" }, m00: value }] }));
    expect(() => JSON.parse(rest)).toThrow(SyntaxError);
  }
});
