import { describe, expect, it } from "vitest";
import { TimeZone } from "#lib/platform/time-zone.ts";

describe("a time zone", () => {
  it.each([
    "Europe/Zurich",
    "America/Argentina/Buenos_Aires",
    "America/Port-au-Prince",
    "UTC",
    "GMT",
    "Etc/UTC",
    "Etc/GMT+5",
    "Asia/Calcutta",
    "Asia/Kolkata",
    "Europe/Kiev",
    "Europe/Kyiv",
    "US/Pacific",
    "Zulu",
    "EST5EDT",
    "CET",
  ])("may be called %s, aliases included", (name) => {
    expect(TimeZone.parse(name)).toBe(name);
  });

  it.each([
    "",
    "Europe/Bern",
    "Mars/Olympus",
    "+01:00",
    "-05",
    "UTC+1",
    "GMT+1",
    " UTC",
    "UTC ",
    "E".repeat(65),
    null,
    1,
  ])("is never %j", (name) => {
    expect(TimeZone.safeParse(name).success).toBe(false);
  });

  it("has every name this runtime lists", () => {
    expect(Intl.supportedValuesOf("timeZone").filter((name) => !TimeZone.safeParse(name).success)).toEqual(
      [],
    );
  });
});
