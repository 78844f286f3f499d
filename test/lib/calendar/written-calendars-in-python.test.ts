import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { type WrittenEvent, writeEvent } from "#lib/calendar/icalendar-writer.ts";
import { expectedOf, HOSTILE_EVENTS, ZONED_EVENTS } from "./written-calendars.ts";

type Found = ReturnType<typeof expectedOf> & { errors: string[] };

/** What `icalendar` and `vobject` find in events. */
function read(events: readonly WrittenEvent[]): [icalendar: Found, vobject: Found][] {
  const printed = execFileSync("/usr/bin/python3", [`${import.meta.dirname}/written-calendars.py`], {
    input: events.map((event) => JSON.stringify(writeEvent(event))).join("\n"),
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The zones in which a reader finds another start or end. */
function wrongZones(found: readonly Found[]): string[] {
  const wrong = ZONED_EVENTS.filter(
    ({ start, end }, at) => found[at]?.start !== start / 1_000 || found[at]?.end !== end / 1_000,
  );
  return [...new Set(wrong.map(({ timeZone }) => timeZone))];
}

/** Zones whose rules changed after the data of Debian's pytz, which icalendar uses instead of a VTIMEZONE. */
const NEWER_THAN_PYTZ = ["Africa/Casablanca", "Africa/El_Aaiun", "America/Edmonton", "America/Vancouver"];
/** Zones that vobject converts to rules, although their changes follow the moon. */
const WITHOUT_RULE = ["Africa/Casablanca", "Africa/El_Aaiun"];

test("icalendar and vobject find the written instants in every zone, around its clock changes", () => {
  const found = read(ZONED_EVENTS);
  expect(found.flat().flatMap(({ errors }) => errors)).toEqual([]);
  expect(wrongZones(found.map(([icalendar]) => icalendar)).sort()).toEqual(NEWER_THAN_PYTZ);
  expect(wrongZones(found.map(([, vobject]) => vobject)).sort()).toEqual(WITHOUT_RULE);
});

/** icalendar 4.0.3 unescapes a written `\\\\n` twice. */
const UNESCAPED_TWICE = "backslash escapes";

test.each(HOSTILE_EVENTS)("icalendar and vobject read %s as text", (reason, event) => {
  const expected = { ...expectedOf(event), errors: [] };
  const [[icalendar, vobject] = []] = read([event]);
  expect(vobject).toEqual(expected);
  if (reason !== UNESCAPED_TWICE) expect(icalendar).toEqual(expected);
});
