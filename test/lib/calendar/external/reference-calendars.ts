import { calendarOf, eventAt } from "./calendars.ts";

const inZone = (zone: string) => (name: string, time: string) => `${name};TZID=${zone}:${time}`;
const inBerlin = inZone("Europe/Berlin");
/** Start and end of an hour at a time in a zone. */
const hourIn = (zone: string, day: string, hour: number): string[] => [
  inZone(zone)("DTSTART", `${day}T${twoDigits(hour)}0000`),
  inZone(zone)("DTEND", `${day}T${twoDigits(hour + 1)}0000`),
];
const twoDigits = (number: number): string => String(number).padStart(2, "0");
/** Ten o'clock in Berlin on 4 March, a Tuesday. */
const START = hourIn("Europe/Berlin", "20310304", 10);
const override = (id: string, ...times: [start: string, end: string]) =>
  eventAt(inBerlin("RECURRENCE-ID", id), inBerlin("DTSTART", times[0]), inBerlin("DTEND", times[1]));
const days = (start: string, end: string, ...lines: string[]) =>
  eventAt(`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`, ...lines);
const other = (event: string) => event.replace("UID:1@", "UID:2@");

/** A zone with the clock of Berlin under another name. */
const zone = (id: string) =>
  [
    ...["BEGIN:VTIMEZONE", `TZID:${id}`],
    ...["BEGIN:STANDARD", "DTSTART:19701025T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
    ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD"],
    ...["BEGIN:DAYLIGHT", "DTSTART:19700329T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
    ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE"],
  ].join("\r\n");

/** Events and zones by the name of their calendar. */
const EVENTS: Record<string, string[]> = {
  "one event": [eventAt(...START)],
  "two series": [
    eventAt(...START, "RRULE:FREQ=WEEKLY;COUNT=4"),
    other(eventAt(...hourIn("Europe/Berlin", "20310305", 16), "RRULE:FREQ=WEEKLY;COUNT=4")),
  ],
  "a night over a clock change": [
    eventAt(
      inBerlin("DTSTART", "20310301T220000"),
      inBerlin("DTEND", "20310302T060000"),
      "RRULE:FREQ=WEEKLY;COUNT=3",
    ),
  ],
  "longer than its interval": [
    eventAt(
      inBerlin("DTSTART", "20310304T100000"),
      inBerlin("DTEND", "20310305T120000"),
      "RRULE:FREQ=DAILY;COUNT=5",
    ),
  ],
  "a duration instead of an end": [
    eventAt(inBerlin("DTSTART", "20310304T100000"), "DURATION:PT1H30M", "RRULE:FREQ=DAILY;COUNT=5"),
  ],

  "weekly over a clock change": [eventAt(...START, "RRULE:FREQ=WEEKLY")],
  "UTC over a clock change": [
    eventAt("DTSTART:20310325T100000Z", "DTEND:20310325T110000Z", "RRULE:FREQ=DAILY;COUNT=9"),
  ],
  "New York over its clock change": [
    eventAt(
      inZone("America/New_York")("DTSTART", "20310304T200000"),
      inZone("America/New_York")("DTEND", "20310305T010000"),
      "RRULE:FREQ=WEEKLY",
    ),
  ],
  "Auckland, whose summer ends": [
    eventAt(...hourIn("Pacific/Auckland", "20310401", 9), "RRULE:FREQ=DAILY;COUNT=9"),
  ],
  "Lord Howe, whose clock changes by half an hour": [
    eventAt(...hourIn("Australia/Lord_Howe", "20310401", 9), "RRULE:FREQ=DAILY;COUNT=9"),
  ],
  "Kolkata, at a half hour": [eventAt(...hourIn("Asia/Kolkata", "20310325", 9), "RRULE:FREQ=DAILY;COUNT=9")],
  "a zone that is also defined": [zone("Europe/Berlin"), eventAt(...START, "RRULE:FREQ=WEEKLY")],
  "a zone with its own name": [
    zone("Head office"),
    eventAt(...hourIn("Head office", "20310304", 10), "RRULE:FREQ=WEEKLY"),
  ],
  "a zone of Windows": [eventAt(...hourIn("W. Europe Standard Time", "20310304", 10), "RRULE:FREQ=WEEKLY")],
  "a zone with a prefix": [
    zone("/freeassociation.sourceforge.net/Europe/Berlin"),
    eventAt(...hourIn("/freeassociation.sourceforge.net/Europe/Berlin", "20310304", 10), "RRULE:FREQ=WEEKLY"),
  ],
  "floating times": [eventAt("DTSTART:20310304T100000", "DTEND:20310304T110000", "RRULE:FREQ=WEEKLY")],
  "a time in a gap": [
    eventAt(inBerlin("DTSTART", "20310328T023000"), "DURATION:PT2H", "RRULE:FREQ=DAILY;COUNT=5"),
  ],
  "a day over a clock change, by its duration": [
    eventAt(inBerlin("DTSTART", "20310328T120000"), "DURATION:P1D", "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2"),
  ],

  "one whole day": [days("20310304", "20310305")],
  "whole days over a clock change": [days("20310328", "20310401")],
  "a whole day each week": [days("20310304", "20310305", "RRULE:FREQ=WEEKLY")],
  "a birthday since 1970": [days("19700310", "19700311", "RRULE:FREQ=YEARLY")],
  "a whole day without an end": [eventAt("DTSTART;VALUE=DATE:20310304")],
  "a whole day each week without an end": [
    eventAt("DTSTART;VALUE=DATE:20310304", "RRULE:FREQ=WEEKLY;COUNT=3"),
  ],
  "whole days with an exclusion": [
    days("20310304", "20310305", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;VALUE=DATE:20310306"),
  ],

  "days of the week": [eventAt(...START, "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;INTERVAL=2")],
  "weeks that begin on Sunday": [eventAt(...START, "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU")],
  "every third day": [eventAt(...START, "RRULE:FREQ=DAILY;INTERVAL=3")],
  "the last Tuesday": [eventAt(...hourIn("Europe/Berlin", "20310225", 10), "RRULE:FREQ=MONTHLY;BYDAY=-1TU")],
  "the 31st": [eventAt(...hourIn("Europe/Berlin", "20310131", 10), "RRULE:FREQ=MONTHLY;BYMONTHDAY=31")],
  "the last day of each month": [
    eventAt(...hourIn("Europe/Berlin", "20310131", 10), "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"),
  ],
  "the last working day": [
    eventAt(
      ...hourIn("Europe/Berlin", "20310131", 10),
      "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    ),
  ],
  "the second Sunday of March, each year": [
    eventAt(...hourIn("Europe/Berlin", "20300310", 10), "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
  ],
  "the hundredth day": [
    eventAt(...hourIn("Europe/Berlin", "20300410", 10), "RRULE:FREQ=YEARLY;BYYEARDAY=100"),
  ],
  "the last working day but one": [
    eventAt(
      ...hourIn("Europe/Berlin", "20310130", 10),
      "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    ),
  ],
  "the third of three weekdays": [
    eventAt(...hourIn("Europe/Berlin", "20310206", 10), "RRULE:FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3"),
  ],
  "a weekday of certain days of the month": [
    eventAt(
      ...hourIn("Europe/Berlin", "20310208", 10),
      "RRULE:FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
    ),
  ],
  "the first and the last Sunday of every second month": [
    eventAt(...hourIn("Europe/Berlin", "20310105", 10), "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU"),
  ],
  "the third day from the end of the month": [
    eventAt(...hourIn("Europe/Berlin", "20310129", 10), "RRULE:FREQ=MONTHLY;BYMONTHDAY=-3"),
  ],
  "the tenth Monday of the year": [
    eventAt(...hourIn("Europe/Berlin", "20300311", 10), "RRULE:FREQ=YEARLY;BYDAY=10MO"),
  ],
  "Monday of week 12": [
    eventAt(...hourIn("Europe/Berlin", "20300318", 10), "RRULE:FREQ=YEARLY;BYWEEKNO=12;BYDAY=MO"),
  ],
  "days of the year, also from its end": [
    eventAt(...hourIn("Europe/Berlin", "20300307", 10), "RRULE:FREQ=YEARLY;BYYEARDAY=66,100,-280"),
  ],
  "29 February": [days("20280229", "20280301", "RRULE:FREQ=YEARLY")],
  "several times a day": [
    eventAt(
      inBerlin("DTSTART", "20310304T090000"),
      "DURATION:PT10M",
      "RRULE:FREQ=DAILY;BYHOUR=9,10,16;BYMINUTE=0,20,40;COUNT=20",
    ),
  ],
  "all days of a month": [
    eventAt(
      ...hourIn("Europe/Berlin", "20300401", 10),
      "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=SU,MO,TU,WE,TH,FR,SA;UNTIL=20310410T080000Z",
    ),
  ],
  "every three hours": [
    eventAt(inBerlin("DTSTART", "20310304T080000"), "DURATION:PT30M", "RRULE:FREQ=HOURLY;INTERVAL=3;COUNT=6"),
  ],
  "a rule of years ago": [eventAt(...hourIn("Europe/Berlin", "20190305", 10), "RRULE:FREQ=WEEKLY")],
  "a count": [eventAt(...START, "RRULE:FREQ=DAILY;COUNT=40")],
  "an end": [eventAt(...START, "RRULE:FREQ=DAILY;UNTIL=20310405T120000Z")],
  "an end at the instant of an occurrence": [eventAt(...START, "RRULE:FREQ=DAILY;UNTIL=20310306T090000Z")],
  "an end before the start": [eventAt(...START, "RRULE:FREQ=DAILY;UNTIL=20310301T000000Z")],
  "two rules": [eventAt(...START, "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2")],

  "more dates": [eventAt(...START, "RRULE:FREQ=DAILY;COUNT=3", inBerlin("RDATE", "20310402T173000"))],
  "dates without a rule": [eventAt(...START, inBerlin("RDATE", "20310310T100000,20310402T173000"))],
  periods: [eventAt(...START, "RDATE;VALUE=PERIOD:20310320T100000Z/PT30M")],
  exclusions: [
    eventAt(...START, "RRULE:FREQ=DAILY;COUNT=9", inBerlin("EXDATE", "20310305T100000,20310307T100000")),
  ],
  "exclusions in several lines": [
    eventAt(
      ...[...START, "RRULE:FREQ=DAILY;COUNT=9"],
      ...[inBerlin("EXDATE", "20310305T100000"), inBerlin("EXDATE", "20310307T100000")],
    ),
  ],
  "exclusions in UTC": [eventAt(...START, "RRULE:FREQ=DAILY;COUNT=9", "EXDATE:20310305T090000Z")],
  "an exclusion of a day": [eventAt(...START, "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;VALUE=DATE:20310305")],

  "a moved occurrence": [
    eventAt(...START, "RRULE:FREQ=DAILY;COUNT=5"),
    override("20310306T100000", "20310306T150000", "20310306T163000"),
  ],
  "an occurrence moved over a clock change": [
    eventAt(...START, "RRULE:FREQ=WEEKLY;COUNT=6"),
    override("20310325T100000", "20310331T100000", "20310331T110000"),
  ],
  "an occurrence moved into the window": [
    eventAt(...START, "RRULE:FREQ=MONTHLY;COUNT=12"),
    override("20310704T100000", "20310410T080000", "20310410T090000"),
  ],
  "an occurrence moved out of the window": [
    eventAt(...START, "RRULE:FREQ=DAILY;COUNT=5"),
    override("20310306T100000", "20310906T150000", "20310906T160000"),
  ],
  "a moved occurrence by its time in UTC": [
    eventAt(...START, "RRULE:FREQ=DAILY;COUNT=5"),
    eventAt("RECURRENCE-ID:20310306T090000Z", "DTSTART:20310306T150000Z", "DTEND:20310306T160000Z"),
  ],
  "an occurrence without its series": [override("20310306T100000", "20310306T150000", "20310306T163000")],
  "a change of all later occurrences": [
    eventAt(...START, "RRULE:FREQ=DAILY;COUNT=4"),
    eventAt(
      inBerlin("RECURRENCE-ID;RANGE=THISANDFUTURE", "20310306T100000"),
      ...[inBerlin("DTSTART", "20310306T140000"), inBerlin("DTEND", "20310306T150000")],
    ),
  ],
};

/** Calendars by name. */
export const CALENDARS: [name: string, text: string][] = Object.entries(EVENTS).map(([name, events]) => [
  name,
  calendarOf(...events),
]);
