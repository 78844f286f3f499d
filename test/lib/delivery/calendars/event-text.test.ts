import { describe, expect, it } from "vitest";
import { eventTextOf } from "#lib/delivery/calendars/event-text.ts";
import { readEvent } from "#test/support/builders/calendar-hosts.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";

const FULL = { userId: 7, eventDetails: "full" } as const;
/** The lines of a text, without folds. */
const linesOf = (text: string): string[] => text.replaceAll("\r\n ", "").split("\r\n");

describe("the event of a booking", () => {
  it("has the times in the host's zone, and guests and answers as text only", () => {
    const booking = storedBooking({
      ...{ title: "Intro", description: "Line 1\nLine 2", iCalSequence: 3 },
      responses: { ...storedBooking().responses, notes: "Please call", color: ["red", "blue"] },
    });
    const text = eventTextOf(booking, FULL);
    expect(text).not.toMatch(/ATTENDEE|ORGANIZER|METHOD|VALARM/);
    expect(linesOf(text)).toContainEqual(expect.stringMatching(/^DTSTART;TZID=Europe\/Zurich:/));
    expect(text).toContain("BEGIN:VTIMEZONE");
    const [attendee] = booking.attendees;
    expect(readEvent(text)).toMatchObject({
      ...{ uid: booking.iCalUID, sequence: 3, summary: "Intro" },
      ...{ start: booking.startTime, end: booking.endTime },
      description: `Line 1\nLine 2\n\n${attendee?.name} <${attendee?.email}>\nbob@example.com\n\nAdditional notes: Please call\nWhat about?: Prices\nBudget: 5\ncolor: red, blue`,
    });
  });

  it("has the time zone of its host, if the booking has several", () => {
    const { user } = storedBooking();
    const otherHosts = [{ ...user, id: 8, timeZone: "Asia/Tokyo" }];
    const text = eventTextOf(storedBooking({ otherHosts }), { ...FULL, userId: 8 });
    expect(text).toContain("DTSTART;TZID=Asia/Tokyo:");
  });

  it("says only Busy if the calendar is to show nothing else", () => {
    const booking = storedBooking({ title: "Private", description: "Secret" });
    const text = eventTextOf(booking, { ...FULL, eventDetails: "busy" });
    expect(readEvent(text)).toMatchObject({ summary: "Busy", description: null, location: null });
    for (const { name, email } of booking.attendees) {
      expect(text).not.toContain(name);
      expect(text).not.toContain(email);
    }
    expect(text).not.toMatch(/Private|Secret/);
  });

  it.each([
    "x\r\nATTENDEE:mailto:eve@example.com\r\nBEGIN:VALARM",
    "x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:second",
    "x\u2028ORGANIZER:mailto:eve@example.com\u0000",
    'semi;comma,back\\slash:colon "quote"',
    "\u202Ertl ☕👩‍👩‍👧".repeat(90),
    "a".repeat(100_000),
  ])("is one event without other properties, whatever a guest sends: %#", (hostile) => {
    const { attendees, responses } = storedBooking();
    const booking = storedBooking({
      ...{ title: hostile, description: hostile, responses: { ...responses, notes: hostile } },
      attendees: attendees.map((attendee) => ({ ...attendee, name: hostile })),
    });
    const text = eventTextOf(booking, FULL);
    const names = linesOf(text).map((line) => line.replace(/[:;].*/s, ""));
    expect(names.filter((name) => name === "SUMMARY" || name === "DESCRIPTION")).toHaveLength(2);
    expect(names).not.toContain("ATTENDEE");
    expect(names).not.toContain("ORGANIZER");
    expect(linesOf(text).filter((line) => line.startsWith("BEGIN:V"))).toEqual([
      ...["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "BEGIN:VEVENT"],
    ]);
    expect(text.length).toBeLessThan(70_000);
    expect(readEvent(text)).toMatchObject({ uid: booking.iCalUID, start: booking.startTime });
  });
});
