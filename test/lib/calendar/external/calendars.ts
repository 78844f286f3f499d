import { type BusyOptions, readBusyTimes } from "#lib/calendar/external/read-busy-times.ts";

const MINUTE = 60_000;

/** March and April 2031; the clocks in Berlin change on 30 March. */
export const OPTIONS: BusyOptions = {
  from: Date.UTC(2031, 2, 1),
  to: Date.UTC(2031, 4, 1),
  timeZone: "Europe/Berlin",
  tentative: "busy",
  ownAddresses: ["ann@example.com"],
  isOwnUid: (uid) => uid.endsWith("@booking.example.com"),
};

/** An iCalendar text with these lines in one calendar. */
export const calendarOf = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");

/** The lines of an event from 10:00 to 11:00 UTC on 4 March, with these lines added. */
export const eventOf = (...lines: string[]): string =>
  eventAt("DTSTART:20310304T100000Z", "DTEND:20310304T110000Z", ...lines);

/** The lines of an event. */
export const eventAt = (...lines: string[]): string =>
  ["BEGIN:VEVENT", "UID:1@example.com", ...lines, "END:VEVENT"].join("\r\n");

/** The busy times of a text, such as `03-04T10:00/11:00`, or `03-04T10:00/03-05T11:00`. */
export function busyOf(text: string, options: Partial<BusyOptions> = {}): string[] {
  return readBusyTimes(text, { ...OPTIONS, ...options }).busy.map(({ from, to }) => {
    const [start, end] = [from, to].map((minute) => new Date(minute * MINUTE).toISOString().slice(5, 16));
    return start?.slice(0, 5) === end?.slice(0, 5) ? `${start}/${end?.slice(6)}` : `${start}/${end}`;
  });
}

export const unreadableOf = (text: string): number => readBusyTimes(text, OPTIONS).unreadableEvents;
