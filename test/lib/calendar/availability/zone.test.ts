import fc from "fast-check";
import { create, offsetNanoseconds } from "temporal-polyfill/fns/ZonedDateTime";
import { expect, test } from "vitest";
import { offsetSpan } from "#lib/calendar/availability/zone.ts";
import { TIME_ZONE_ALIASES } from "#test/support/clock/time-zone-aliases.ts";
import { utc } from "./minutes.ts";

const MINUTE_NANOSECONDS = 60_000_000_000;

/** The offset of a zone according to Temporal. */
const temporalOffset = (timeZone: string, minute: number): number =>
  offsetNanoseconds(create(BigInt(minute) * BigInt(MINUTE_NANOSECONDS), timeZone)) / MINUTE_NANOSECONDS;

test("the offset of any zone is that of Temporal, in the whole span", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("UTC", ...Intl.supportedValuesOf("timeZone"), ...TIME_ZONE_ALIASES),
      fc.integer({ min: utc("1973-01-01 00:00"), max: utc("2100-01-01 00:00") }),
      (timeZone, minute) => {
        const { from, to, offset } = offsetSpan(timeZone, minute);
        expect(minute).toBeGreaterThanOrEqual(from);
        expect(minute).toBeLessThan(to);
        for (const each of [Math.max(from, minute - 10_000), minute, Math.min(to - 1, minute + 10_000)])
          expect(temporalOffset(timeZone, each)).toBe(offset);
      },
    ),
  );
});
