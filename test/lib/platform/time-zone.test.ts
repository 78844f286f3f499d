import { describe, expect, it } from "vitest";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { TIME_ZONE_ALIASES } from "#test/support/clock/time-zone-aliases.ts";

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
  ])("can be %s, including aliases", (name) => {
    expect(TimeZone.parse(name)).toBe(name);
  });

  it.each([
    ["europe/berlin", "Europe/Berlin"],
    ["AMERICA/PORT-AU-PRINCE", "America/Port-au-Prince"],
    ["asia/kolkata", "Asia/Kolkata"],
    ["antarctica/dumontdurville", "Antarctica/DumontDUrville"],
    ["us/east-indiana", "US/East-Indiana"],
    ["gb-eire", "GB-Eire"],
    ["etc/gmt+5", "Etc/GMT+5"],
    ["utc", "UTC"],
  ])("%s becomes %s, the spelling of the tz database", (input, name) => {
    expect(TimeZone.parse(input)).toBe(name);
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
  ])("can't be %j", (name) => {
    expect(TimeZone.safeParse(name).success).toBe(false);
  });

  it("has aliases that this runtime supports but does not list", () => {
    const zones = new Set(Intl.supportedValuesOf("timeZone"));
    expect(TIME_ZONE_ALIASES.filter((alias) => zones.has(alias))).toEqual([]);
    for (const timeZone of TIME_ZONE_ALIASES)
      expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
  });

  it("can be every name that this runtime lists, and every alias, in any case", () => {
    const names = [...Intl.supportedValuesOf("timeZone"), ...TIME_ZONE_ALIASES];
    expect(names.map((name) => TimeZone.parse(name.toUpperCase()))).toEqual(names);
  });
});
