import { describe, expect, it } from "vitest";
import { acceptQuality, requireAcceptable } from "#lib/entry/http/accept.ts";

const accepts = (...lines: string[]) => {
  try {
    requireAcceptable({ multiValueHeaders: { accept: lines } }, "application/json");
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "not_acceptable" });
    return false;
  }
};

describe("a client accepts", () => {
  it("any media type without an Accept header", () => {
    expect([accepts(), accepts(""), accepts(" ", "")]).toEqual([true, true, true]);
  });

  it("the media types in all lines of the header", () => {
    expect(accepts("application/json", "text/html")).toBe(true);
    expect(accepts("text/html", "image/png")).toBe(false);
  });

  it.each([
    ["application/json;q=0, */*", false],
    ["*/*;q=0.1", true],
    ["application/*;q=0, */*", false],
    ["text/html, Application/JSON ; q=0.2", true],
    ["*/*;q=none", false],
  ])("a media type by its most specific range: %s", (line, expected) => {
    expect(accepts(line)).toBe(expected);
  });
});

it.each([
  ["gzip, br", true],
  ["GZIP;q=0.5", true],
  ["*", true],
  ["gzip;q=0, *", false],
  ["gzip;q=0", false],
  ["x-gzip-like, identity", false],
  ["", false],
])("gzip is accepted or not with Accept-Encoding: %s", (line, expected) => {
  expect(acceptQuality(line, "gzip", "*") > 0).toBe(expected);
});
