import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Instant, parseInstant } from "#lib/platform/instant.ts";

describe("an instant", () => {
  it.each([
    ["2026-03-01T09:30:00Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T09:30:00z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01t09:30:00Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01 09:30:00Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T09:30Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T09:30:00", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T09:30", "2026-03-01T09:30:00.000Z"],
    ["20260301T093000Z", "2026-03-01T09:30:00.000Z"],
    ["20260301T0930+0100", "2026-03-01T08:30:00.000Z"],
    ["2026-03-01T09:30:00.5Z", "2026-03-01T09:30:00.500Z"],
    ["2026-03-01T09:30:00,5Z", "2026-03-01T09:30:00.500Z"],
    ["2026-03-01T09:30:00.123456789Z", "2026-03-01T09:30:00.123Z"],
    ["2026-03-01T09:30:00.999999Z", "2026-03-01T09:30:00.999Z"],
    ["2026-03-01T09:30:00+00:00", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T09:30:00-00:00", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T09:30:00+05:45", "2026-03-01T03:45:00.000Z"],
    ["2026-03-01T09:30:00-0330", "2026-03-01T13:00:00.000Z"],
    ["2026-03-01T09:30:00+14", "2026-02-28T19:30:00.000Z"],
    ["2026-01-01T00:00:00+01:00", "2025-12-31T23:00:00.000Z"],
    ["2028-02-29T12:00:00Z", "2028-02-29T12:00:00.000Z"],
    ["2000-02-29T12:00:00Z", "2000-02-29T12:00:00.000Z"],
    ["2026-12-31T24:00:00Z", "2027-01-01T00:00:00.000Z"],
    ["2028-02-28T24:00Z", "2028-02-29T00:00:00.000Z"],
  ])("may be written %s", (text, utc) => {
    expect(Instant.parse(text)).toBe(utc);
  });

  it.each([
    "2026-02-29T12:00:00Z",
    "2100-02-29T12:00:00Z",
    "2026-04-31T12:00:00Z",
    "2026-02-30T12:00:00Z",
    "2026-13-01T12:00:00Z",
    "2026-00-01T12:00:00Z",
    "2026-01-00T12:00:00Z",
    "2026-01-32T12:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01T24:01:00Z",
    "2026-01-01T24:00:01Z",
    "2026-01-01T24:00:00.001Z",
    "2026-01-01T12:60:00Z",
    "2026-01-01T12:00:60Z",
    "2026-01-01T12:00:00+24:00",
    "2026-01-01T12:00:00+01:60",
    "2026-01-01",
    "2026-01-01T12",
    "12:00:00Z",
    "2026-1-1T12:00:00Z",
    "26-01-01T12:00:00Z",
    "2026/01/01T12:00:00Z",
    "01.01.2026 12:00",
    "Thu, 01 Jan 2026 12:00:00 GMT",
    "2026-01-01T12:00:00Zulu",
    " 2026-01-01T12:00:00Z",
    "2026-01-01T12:00:00Z\n",
    "2026-01-01T12:00:00.Z",
    "2026-01-01T12:00:00 +01:00",
    "1767268800000",
    "tomorrow",
    "",
  ])("can't be %j", (text) => {
    expect(parseInstant(text)).toBeUndefined();
    expect(Instant.safeParse(text).error?.issues[0]?.message).toContain("ISO 8601");
  });

  it.each(["1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999-00:01", "0000-01-01T00:00:00Z"])(
    "is out of range: %s",
    (text) => {
      expect(Instant.safeParse(text).success).toBe(false);
    },
  );

  it("is the same instant to the millisecond in every offset", () => {
    const time = fc.date({ min: new Date("1971-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
    const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    fc.assert(
      fc.property(time, offset, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const two = (value: number) => String(value).padStart(2, "0");
        const text = `${local}${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
        expect(parseInstant(text)).toBe(date.getTime());
      }),
    );
  });

  it("retains every millisecond of a second", () => {
    const parsed = Array.from({ length: 1000 }, (_, ms) =>
      parseInstant(`1970-01-01T00:00:00.${String(ms).padStart(3, "0")}Z`),
    );
    expect(parsed).toEqual(Array.from({ length: 1000 }, (_, ms) => ms));
  });
});
