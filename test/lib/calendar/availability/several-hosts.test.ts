import { describe, expect, test } from "vitest";
import type { Calendar, Calendars, SlotRules } from "#lib/calendar/availability/calendar.ts";
import { findClosedRule, listSlotStarts } from "#lib/calendar/availability/slots.ts";
import { range, showTime } from "./minutes.ts";
import { LONG_AGO, rulesWith } from "./slot-times.ts";

describe("the slots of several hosts", () => {
  const calendar = (from: number, to: number, busy: [string, string][] = []): Calendar => ({
    hours: { timeZone: "UTC", entries: [{ days: [1], date: null, from: from * 60, to: to * 60 }] },
    busy: busy.map(([start, end]) => range(`2031-03-03 ${start}`, `2031-03-03 ${end}`)),
  });
  const timesOf = (calendars: Calendars, rules: Partial<SlotRules> = {}): string[] =>
    listSlotStarts(rulesWith(rules), range("2031-03-03 00:00", "2031-03-04 00:00"), {
      now: LONG_AGO,
      viewerZone: "UTC",
      ...calendars,
    }).map((start) => showTime(start).slice(11));

  test("are when all required hosts are free", () => {
    const required = [calendar(9, 14, [["10:00", "10:30"]]), calendar(8, 12)];
    expect(timesOf({ required }, { length: 30 })).toEqual(["09:00", "09:30", "10:30", "11:00", "11:30"]);
    expect(timesOf({ required: [calendar(8, 9), calendar(10, 11)] })).toEqual([]);
  });

  test("are when one host of a choice is free for all of a slot", () => {
    const choice = [calendar(9, 10), calendar(10, 12)];
    expect(timesOf({ required: [], choice })).toEqual(["09:00", "10:00", "11:00"]);
    expect(timesOf({ required: [], choice }, { length: 90 })).toEqual(["10:30"]);
    expect(timesOf({ required: [], choice }, { length: 90, step: 15 })).toEqual(["10:00", "10:15", "10:30"]);
  });

  test("need the required hosts and one of the choice", () => {
    const choice = [calendar(9, 10), calendar(10, 12)];
    expect(timesOf({ required: [calendar(9, 11)], choice })).toEqual(["09:00", "10:00"]);
  });

  test("are none if the choice is empty", () => {
    expect(timesOf({ required: [], choice: [] })).toEqual([]);
    expect(timesOf({ required: [calendar(9, 11)], choice: [] })).toEqual([]);
  });

  test("a time is closed by the hours if no host of a choice is open, else by busy time", () => {
    const choice = [calendar(9, 10, [["09:00", "10:00"]]), calendar(10, 12)];
    const at = (from: string, to: string) =>
      findClosedRule(rulesWith(), range(`2031-03-03 ${from}`, `2031-03-03 ${to}`), {
        now: LONG_AGO,
        required: [],
        choice,
      });
    expect(at("09:00", "10:00")).toBe("busy");
    expect(at("09:30", "10:30")).toBe("hours");
    expect(at("10:00", "11:00")).toBe(undefined);
  });
});
