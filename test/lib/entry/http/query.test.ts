import { describe, expect, it } from "vitest";
import { queryOf } from "#lib/entry/http/query.ts";

const queryIn = (query: Record<string, string[]>) =>
  Object.fromEntries(queryOf({ multiValueQueryStringParameters: query }));

describe("the query of a request", () => {
  it("has every value of each name", () => {
    expect(queryIn({ a: ["1", "2"], b: [""] })).toEqual({ a: ["1", "2"], b: [""] });
    expect(queryOf({ multiValueQueryStringParameters: null })).toEqual([]);
  });

  it.each([
    ["100%25", "100%"],
    ["%2525", "%25"],
    ["https%253A%252F%252Fapp", "https%3A%2F%2Fapp"],
    ["a+b & ü 茶", "a+b & ü 茶"],
  ])("is decoded from %j, in which the gateway encoded percent signs again, to %j", (received, sent) => {
    expect(queryIn({ state: [received], [received]: ["x"] })).toEqual({ state: [sent], [sent]: ["x"] });
  });

  it("stays unchanged if a percent sign shows that nothing was encoded again", () => {
    expect(queryIn({ state: ["100%"], other: ["%25"] })).toEqual({ state: ["100%"], other: ["%25"] });
  });
});
