import type { WrittenEvent } from "#lib/calendar/icalendar-writer.ts";
import { utcOffsetMinutes } from "#lib/platform/utc-offset.ts";
import { HOSTILE_TEXTS } from "#test/support/texts/hostile-texts.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Minutes from a clock change to the starts around it. An event takes 45 minutes, so the second one ends after the change. */
const AROUND = [-180, -30, 0, 30, 90];

const EVENT: WrittenEvent = {
  uid: "7kQm3xV9pTb2LwYcR8sZfA@api.example.com",
  sequence: 4,
  stamp: Date.UTC(2030, 11, 2, 3, 4, 5),
  start: Date.UTC(2031, 2, 28, 9),
  end: Date.UTC(2031, 2, 28, 9, 45),
  timeZone: "Europe/Berlin",
  summary: "Zürich; ☕, \\ “quoted”",
  method: "REQUEST",
  organizer: { name: "Fay Host", email: "bookings@example.com" },
  attendees: [{ name: "Ann", email: "ann@example.com" }],
};

/** Invitations in every zone, at five instants around each clock change of a year, or of a year without any. */
export const ZONED_EVENTS: readonly WrittenEvent[] = Intl.supportedValuesOf("timeZone").flatMap((timeZone) =>
  changesIn(timeZone).flatMap((change) =>
    AROUND.map((minutes) => {
      const start = change + minutes * MINUTE;
      return { ...EVENT, timeZone, start, end: start + 45 * MINUTE };
    }),
  ),
);

/** Invitations with each hostile text in every place. */
export const HOSTILE_EVENTS: readonly (readonly [reason: string, event: WrittenEvent])[] = HOSTILE_TEXTS.map(
  ([reason, text]) => [
    reason,
    {
      ...EVENT,
      summary: text,
      description: `1. ${text}\n2. ${text}`,
      location: text,
      organizer: { name: text, email: "bookings@example.com" },
      attendees: [
        { name: text, email: "ann@example.com" },
        { name: text.slice(0, 9), email: "bob@example.com" },
      ],
      url: "https://api.example.com/v1/m/abc,def;ghi?x=1#y",
    },
  ],
);

/** What a reader has to find in an invitation. Times are in seconds since 1970. */
export const expectedOf = (event: WrittenEvent) => ({
  uid: event.uid,
  sequence: event.sequence,
  method: event.method,
  stamp: event.stamp / 1_000,
  start: event.start / 1_000,
  end: event.end / 1_000,
  summary: textOf(event.summary),
  description: event.description === undefined ? null : textOf(event.description),
  location: event.location === undefined ? null : textOf(event.location),
  organizer: personOf(event.organizer),
  attendees: event.attendees?.map(personOf),
  status: "CONFIRMED",
  url: event.url ?? null,
  components: ["VEVENT", "VTIMEZONE"],
});

/** Control characters and those that change the direction of text, except line feeds. */
const withoutControls = (text: string): string =>
  text.replace(/(?!\n)[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");
const textOf = (text: string): string =>
  withoutControls(text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
const personOf = (person: { name: string; email: string } | undefined) =>
  person && [
    withoutControls(person.name.replaceAll("\n", "")).replace(/["\\^]/g, "'"),
    `mailto:${person.email}`,
  ];

/** The instants in 2031 at which the offset of a zone changes; two days of that year if there are none. */
function changesIn(timeZone: string): number[] {
  const changes: number[] = [];
  let before = utcOffsetMinutes(timeZone, Date.UTC(2031, 0, 1));
  for (let at = Date.UTC(2031, 0, 1); at < Date.UTC(2032, 0, 1); at += 12 * HOUR) {
    const offset = utcOffsetMinutes(timeZone, at);
    if (offset === before) continue;
    let change = at;
    while (utcOffsetMinutes(timeZone, change - 15 * MINUTE) === offset) change -= 15 * MINUTE;
    changes.push(change);
    before = offset;
  }
  return changes.length > 0 ? changes : [Date.UTC(2031, 1, 3, 11, 30)];
}
