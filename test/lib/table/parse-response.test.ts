import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeItem } from "#lib/table/attribute-values.ts";
import { parseResponse } from "#lib/table/parse-response.ts";
import { runCount } from "#test/support/model/runs.ts";

const KEY = { pk: "H#7", sk: 'quote " and \\' };
const { value } = fc.letrec((self) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "binary" }),
    fc.constantFrom("\\", '\\"', '"', "}", "]", ",", "\u2028", "\ud800"),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(self("value")),
    self("item"),
  ),
  item: fc.dictionary(fc.string(), self("value")),
}));
const item = fc.dictionary(fc.string(), value);

/** Parses a response as DynamoDB could send it, with and without white space. */
function expectParsed(response: object, expected: object): void {
  for (const indent of [undefined, 2, "\t"])
    expect(parseResponse(JSON.stringify(response, null, indent))).toEqual(expected);
}

describe("a response of DynamoDB", () => {
  test("with any items is decoded to what was encoded", () => {
    fc.assert(
      fc.property(fc.array(item), item, (Items, Item) => {
        const encoded = Items.map(encodeItem);
        const others = { Count: Items.length, ScannedCount: -1.5e3, IsPartial: false, None: null };
        expectParsed(
          { ...others, Items: encoded, LastEvaluatedKey: encodeItem(KEY) },
          { ...others, Items, LastEvaluatedKey: KEY },
        );
        expectParsed({ Item: encodeItem(Item) }, { Item });
        expectParsed({ Attributes: encodeItem(Item) }, { Attributes: Item });
        expectParsed(
          { Responses: { one: encoded, other: [] }, UnprocessedKeys: { one: { Keys: [encodeItem(KEY)] } } },
          { Responses: { one: Items, other: [] }, UnprocessedKeys: { one: { Keys: [KEY] } } },
        );
        expectParsed(
          { UnprocessedItems: { one: [{ PutRequest: { Item: encodeItem(Item) } }] } },
          { UnprocessedItems: { one: [{ PutRequest: { Item } }] } },
        );
      }),
      { numRuns: runCount(200) },
    );
  });

  test("keeps the order of names, and the names that objects have by themselves", () => {
    const text = '{"Item":{"b":{"N":"1"},"a":{"S":"2"},"__proto__":{"M":{"constructor":{"NULL":true}}}}}';
    expect(JSON.stringify(parseResponse(text))).toBe(
      '{"Item":{"b":1,"a":"2","__proto__":{"constructor":null}}}',
    );
  });

  test("that is cut off or followed by something else is not valid", () => {
    const text = JSON.stringify({ Items: [encodeItem({ ...KEY, more: ['"', null, { a: 1 }] })], Count: 1 });
    for (let end = 0; end < text.length; end += 1)
      expect(() => parseResponse(text.slice(0, end)), text.slice(0, end)).toThrow(SyntaxError);
    for (const end of ["}", ",", "x", '"']) expect(() => parseResponse(text + end)).toThrow(SyntaxError);
  });

  test("with a type that the table does not have is not read", () => {
    for (const type of ["B", "SS", "NS", "BS", "T"])
      expect(() => parseResponse(`{"Item":{"a":{"${type}":"x"}}}`)).toThrow(TypeError);
  });
});
