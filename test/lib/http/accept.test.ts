import { describe, expect, it } from "vitest";
import { requireAcceptable } from "#lib/http/accept.ts";
import { acceptQuality } from "#lib/http/accept-quality.ts";

const accepts = (...lines: string[]) => {
  const ask = () => requireAcceptable({ multiValueHeaders: { accept: lines } }, "application/json");
  try {
    ask();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "not_acceptable" });
    return false;
  }
};

describe("what a caller accepts", () => {
  it("is anything when it says nothing", () => {
    expect([accepts(), accepts(""), accepts(" ", "")]).toEqual([true, true, true]);
  });

  it("is one list, however many lines it is sent in", () => {
    expect(accepts("application/json", "text/html")).toBe(true);
    expect(accepts("text/html", "image/png")).toBe(false);
  });

  it.each([
    ["application/json;q=0, */*", false],
    ["*/*;q=0.1", true],
    ["application/*;q=0, */*", false],
    ["text/html, Application/JSON ; q=0.2", true],
    ["*/*;q=none", false],
  ])("goes by the closest range: %s", (line, expected) => {
    expect(accepts(line)).toBe(expected);
  });
});

describe("gzip", () => {
  it.each([
    ["gzip, br", true],
    ["GZIP;q=0.5", true],
    ["*", true],
    ["gzip;q=0, *", false],
    ["gzip;q=0", false],
    ["x-gzip-like, identity", false],
    ["", false],
  ])("is wanted by Accept-Encoding: %s or not", (line, expected) => {
    expect(acceptQuality(line, "gzip", "*") > 0).toBe(expected);
  });
});
