import { describe, expect, it } from "vitest";
import { WholeNumber } from "#lib/platform/whole-number.ts";

describe("a whole number", () => {
  it.each([
    [0, 0],
    [7, 7],
    ["0", 0],
    ["7", 7],
    ["0012", 12],
    ["999999999999999", 999_999_999_999_999],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])("is accepted as a number or as digits: %j", (input, output) => {
    expect(WholeNumber.parse(input)).toBe(output);
  });

  it.each([
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    "",
    " ",
    "7 ",
    "+7",
    "-7",
    "7.0",
    "1e3",
    "0x7",
    "٧",
    "7\n",
    "9999999999999999",
    "seven",
    true,
    null,
    undefined,
    [7],
    {},
  ])("is not %j", (input) => {
    expect(WholeNumber.safeParse(input).error?.issues).toHaveLength(1);
  });
});
