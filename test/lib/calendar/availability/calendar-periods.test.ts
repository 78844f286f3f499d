import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PERIOD_KINDS, periodAt, periodsIn } from "#lib/calendar/availability/calendar-periods.ts";
import { clock, clockChanges } from "./minute-model.ts";

const minuteOf = (text: string): number => Date.parse(`${text}:00Z`) / 60_000;
const ZONES = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/Nuuk", "Asia/Beirut", "Africa/Cairo"],
  ...["America/Havana", "America/Asuncion", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati"],
];
const FROM = minuteOf("2025-01-01T00:00");
const TO = minuteOf("2037-12-31T00:00");
/** Any minute, and often one near a change of clocks. */
const moment = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    minute: fc.integer({ min: FROM, max: TO }),
    near: fc.option(fc.record({ change: fc.nat(), after: fc.integer({ min: -1_500, max: 1_500 }) })),
  })
  .map(({ timeZone, minute, near }) => {
    const changes = near ? clockChanges(timeZone) : [];
    const change = changes[(near?.change ?? 0) % (changes.length || 1)];
    return { timeZone, minute: change === undefined ? minute : change + (near?.after ?? 0) };
  });
const calendar = fc.integer({ min: 0, max: 6 });

/** The first day of the period that contains a local time, as text. */
function modelStart(kind: string, local: number, weekStart: number): string {
  const date = new Date(local * 60_000);
  if (kind === "PER_WEEK") while (date.getUTCDay() !== weekStart) date.setUTCDate(date.getUTCDate() - 1);
  const text = date.toISOString().slice(0, 10);
  if (kind === "PER_MONTH") return `${text.slice(0, 7)}-01`;
  return kind === "PER_YEAR" ? `${text.slice(0, 4)}-01-01` : text;
}

describe("calendar periods", () => {
  it("contain exactly the minutes of their local dates", () => {
    fc.assert(
      fc.property(moment, calendar, ({ timeZone, minute }, weekStart) => {
        for (const kind of PERIOD_KINDS) {
          const period = periodAt(kind, minute, { timeZone, weekStart });
          const startAt = (at: number) => modelStart(kind, clock(timeZone, at), weekStart);
          expect(period.start).toBe(startAt(minute));
          for (const at of [period.from, minute, period.to - 1]) expect(startAt(at)).toBe(period.start);
          for (const at of [period.from - 1, period.to]) expect(startAt(at)).not.toBe(period.start);
        }
      }),
      { numRuns: 300 },
    );
  }, 120_000);

  it("of a range have no gaps", () => {
    fc.assert(
      fc.property(
        moment,
        calendar,
        fc.integer({ min: 1, max: 92 * 1_440 }),
        ({ timeZone, minute }, weekStart, length) => {
          const range = { from: minute, to: minute + length };
          for (const kind of PERIOD_KINDS) {
            const periods = periodsIn(kind, range, { timeZone, weekStart });
            const [first, last] = [periods[0], periods.at(-1)];
            expect(first?.from).toBeLessThanOrEqual(range.from);
            expect(first?.to).toBeGreaterThan(range.from);
            expect(last?.from).toBeLessThan(range.to);
            expect(last?.to).toBeGreaterThanOrEqual(range.to);
            for (const [at, period] of periods.slice(1).entries()) expect(period.from).toBe(periods[at]?.to);
          }
        },
      ),
      { numRuns: 100 },
    );
  }, 120_000);

  it("are none in an empty range", () => {
    expect(periodsIn("PER_DAY", { from: 100, to: 100 }, { timeZone: "UTC", weekStart: 1 })).toEqual([]);
  });

  it("have the length of the days on which clocks change", () => {
    const lengthOf = (day: string) => {
      const { from, to } = periodAt("PER_DAY", minuteOf(`${day}T12:00`), {
        timeZone: "Europe/Berlin",
        weekStart: 1,
      });
      return (to - from) / 60;
    };
    expect(["2031-03-29", "2031-03-30", "2031-10-26"].map(lengthOf)).toEqual([24, 23, 25]);
  });
});
