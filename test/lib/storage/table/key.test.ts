import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseKey, renderKey } from "#lib/storage/table/key.ts";

describe("keys", () => {
  it("are rendered from a template with padded ids, thousands and text", () => {
    expect(renderKey("B#{id:10}", { id: 7 })).toEqual({ text: "B#0000000007", complete: true });
    expect(renderKey("BI#{id/1000}", { id: 12_345 })).toEqual({ text: "BI#12", complete: true });
    expect(renderKey("UQ#{kind}#{value}", { kind: "email", value: "a#b@c" }).text).toBe("UQ#email#a#b@c");
  });

  it("are prefixes up to the first missing value", () => {
    expect(renderKey("EV#{createdAt}#{id:10}", {})).toEqual({ text: "EV#", complete: false });
  });

  it("can have the separator only in the last value", () => {
    expect(() => renderKey("UQ#{kind}#{value}", { kind: "a#b", value: "c" })).toThrow("separator");
  });

  it("can't have invalid ids or empty strings, or be too long", () => {
    for (const id of [-1, 1.5, Number.NaN, 2 ** 60])
      expect(() => renderKey("B#{id:10}", { id })).toThrow(RangeError);
    expect(() => renderKey("W#{id}", { id: "" })).toThrow(TypeError);
    expect(() => renderKey("W#{id}", { id: "é".repeat(600) })).toThrow("longer than");
  });

  it("sort ids of up to ten digits as numbers", () => {
    const id = fc.integer({ min: 0, max: 9_999_999_999 });
    fc.assert(
      fc.property(id, id, (a, b) => {
        const [left, right] = [
          renderKey("B#{id:10}", { id: a }).text,
          renderKey("B#{id:10}", { id: b }).text,
        ];
        expect(left < right).toBe(a < b);
      }),
    );
  });

  it("are parsed into their values, or undefined for the key of another template", () => {
    const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes("#"));
    const values = fc.record({ kind: word, value: fc.string({ minLength: 1, maxLength: 20 }) });
    fc.assert(
      fc.property(values, (rendered) => {
        expect(parseKey("UQ#{kind}#{value}", renderKey("UQ#{kind}#{value}", rendered).text)).toEqual(
          rendered,
        );
      }),
    );
    expect(parseKey("EV#{createdAt}#{id:10}", "EV#2030-01-01#0000000007")).toEqual({
      createdAt: "2030-01-01",
      id: "0000000007",
    });
    expect(parseKey("B#{id:10}", "A#0000000007")).toBeUndefined();
    expect(parseKey("#", "#")).toEqual({});
  });

  it("differ for different values", () => {
    const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes("#"));
    const values = fc.record({ kind: word, value: fc.string({ minLength: 1, maxLength: 20 }) });
    fc.assert(
      fc.property(values, values, (a, b) => {
        const same = renderKey("UQ#{kind}#{value}", a).text === renderKey("UQ#{kind}#{value}", b).text;
        expect(same).toBe(a.kind === b.kind && a.value === b.value);
      }),
    );
  });
});
