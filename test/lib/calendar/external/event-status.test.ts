import { expect, test } from "vitest";
import { busyOf, calendarOf, eventAt, eventOf, unreadableOf } from "./calendars.ts";

const BUSY = ["03-04T10:00/11:00"];

test.each([
  ["an event with a time", []],
  ["an opaque event", ["TRANSP:OPAQUE"]],
  ["an event that another attendee declined", ["ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com"]],
  ["an invitation without an answer", ["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@example.com"]],
  ["an event that is busy in Outlook", ["X-MICROSOFT-CDO-BUSYSTATUS:BUSY"]],
  ["an event out of office", ["X-MICROSOFT-CDO-BUSYSTATUS:OOF"]],
  ["an event with a reminder", ["BEGIN:VALARM", "TRIGGER:-PT15M", "TRANSP:TRANSPARENT", "END:VALARM"]],
])("%s is busy", (_, lines) => {
  expect(busyOf(calendarOf(eventOf(...lines)))).toEqual(BUSY);
});

test.each([
  ["a transparent event", ["TRANSP:TRANSPARENT"]],
  ["a transparent event in lower case", ["transp:transparent"]],
  ["an event that is free in Outlook", ["X-MICROSOFT-CDO-BUSYSTATUS:FREE"]],
  ["an event elsewhere", ["X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE"]],
  ["a transparent event that is busy in Outlook", ["TRANSP:TRANSPARENT", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY"]],
  ["a cancelled event", ["STATUS:CANCELLED"]],
  ["an event that the host declined", ['ATTENDEE;CN="A: b; c";PARTSTAT=DECLINED:MAILTO:Ann@Example.com']],
  ["an event declined at an email parameter", ["ATTENDEE;EMAIL=ann@example.com;PARTSTAT=DECLINED:/p/1/"]],
])("%s is not busy", (_, lines) => {
  expect(busyOf(calendarOf(eventOf(...lines)))).toEqual([]);
});

test.each([
  ["status", ["STATUS:TENTATIVE"]],
  ["status of Outlook", ["X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE"]],
  ["answer", ["ATTENDEE;PARTSTAT=TENTATIVE:mailto:ann@example.com"]],
])("a tentative %s is busy by the calendar's setting", (_, lines) => {
  const text = calendarOf(eventOf(...lines));
  expect(busyOf(text, { tentative: "busy" })).toEqual(BUSY);
  expect(busyOf(text, { tentative: "free" })).toEqual([]);
});

test("an address may be a user name or the URL of a principal", () => {
  const text = calendarOf(eventOf("ATTENDEE;PARTSTAT=DECLINED:/principals/ann/"));
  expect(busyOf(text)).toEqual(BUSY);
  expect(busyOf(text, { ownAddresses: ["ann", "/principals/ann/"] })).toEqual([]);
});

test("an event that the host declined at one address and accepted at another is busy", () => {
  const answers = ["DECLINED:mailto:ann@example.com", "ACCEPTED:mailto:ann@work.example"];
  const text = calendarOf(eventOf(...answers.map((answer) => `ATTENDEE;PARTSTAT=${answer}`)));
  expect(busyOf(text, { ownAddresses: ["ann@example.com", "ann@work.example"] })).toEqual(BUSY);
});

test("a whole day is not busy if it is transparent", () => {
  const day = (...lines: string[]) => busyOf(calendarOf(eventAt("DTSTART;VALUE=DATE:20310304", ...lines)));
  expect(day()).toEqual(["03-03T23:00/03-04T23:00"]);
  expect(day("TRANSP:TRANSPARENT")).toEqual([]);
});

test("a booking of this service is not busy a second time", () => {
  const booking = "UID:abcdefghijklmnopqrstuv@booking.example.com";
  const lines = ["BEGIN:VEVENT", booking, "DTSTART:20310304T100000Z", "DTEND:20310304T110000Z", "END:VEVENT"];
  expect(busyOf(calendarOf(...lines))).toEqual([]);
});

test.each([
  ["without an end", ["DTSTART:20310304T100000Z"]],
  ["that ends when it starts", ["DTSTART:20310304T100000Z", "DTEND:20310304T100000Z"]],
  ["that ends before it starts", ["DTSTART:20310304T100000Z", "DTEND:20310304T090000Z"]],
  ["of no duration", ["DTSTART:20310304T100000Z", "DURATION:PT0S"]],
  ["of a negative duration", ["DTSTART:20310304T100000Z", "DURATION:-PT1H"]],
  ["that ends before it starts, all day", ["DTSTART;VALUE=DATE:20310304", "DTEND;VALUE=DATE:20310303"]],
])("an event %s is not busy, and readable", (_, lines) => {
  expect(busyOf(calendarOf(eventAt(...lines)))).toEqual([]);
  expect(unreadableOf(calendarOf(eventAt(...lines)))).toBe(0);
});

test("tasks and journals are not busy", () => {
  const task = ["BEGIN:VTODO", "DTSTART:20310304T100000Z", "DURATION:PT1H", "END:VTODO"];
  const journal = ["BEGIN:VJOURNAL", "DTSTART;VALUE=DATE:20310304", "END:VJOURNAL"];
  expect(busyOf(calendarOf(...task))).toEqual([]);
  expect(busyOf(calendarOf(...journal))).toEqual([]);
});

test("published availability is busy by its type", () => {
  const text = calendarOf(
    "BEGIN:VFREEBUSY",
    "FREEBUSY:20310304T100000Z/PT1H",
    "FREEBUSY;FBTYPE=BUSY:20310305T100000Z/20310305T110000Z,20310306T100000Z/PT30M",
    "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20310307T100000Z/PT1H",
    "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20310308T100000Z/PT1H",
    "FREEBUSY;FBTYPE=FREE:20310309T100000Z/PT1H",
    "END:VFREEBUSY",
  );
  const certain = ["03-04T10:00/11:00", "03-05T10:00/11:00", "03-06T10:00/10:30", "03-07T10:00/11:00"];
  expect(busyOf(text, { tentative: "free" })).toEqual(certain);
  expect(busyOf(text)).toEqual([...certain, "03-08T10:00/11:00"]);
});

test("a period of published availability that can't be read does not stop the others", () => {
  const text = calendarOf(
    ...[
      "BEGIN:VFREEBUSY",
      "FREEBUSY:20310304T100000Z/PT1H,20310304T200000Z/20310304T250000Z,20310305T100000Z/PT1H",
    ],
    ...["FREEBUSY:20310306T100000Z/PT1H", "END:VFREEBUSY"],
  );
  expect(busyOf(text)).toEqual(["03-04T10:00/11:00", "03-05T10:00/11:00", "03-06T10:00/11:00"]);
  expect(unreadableOf(text)).toBe(1);
});
