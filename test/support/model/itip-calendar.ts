import ICAL from "ical.js";

/** An event in a person's calendar. Times are in milliseconds since 1970. */
interface CalendarEvent {
  sequence: number;
  stamp: number;
  isCancelled: boolean;
  start: number;
  end: number;
}

/**
 * The calendar of a person who gets invitations by mail, in any order (RFC 5546 §2.1.5): one is applied if its event is unknown, or if it has a
 * higher SEQUENCE, or the same one and a later DTSTAMP.
 */
export class ItipCalendar {
  readonly #events = new Map<string, CalendarEvent>();

  /** Applies the calendar part of a MIME message, if it has one. */
  receive(raw: Buffer): void {
    const [text] = /BEGIN:VCALENDAR\r\n.*?END:VCALENDAR/s.exec(String(raw)) ?? [];
    if (text === undefined) return;
    const calendar = new ICAL.Component(ICAL.parse(text));
    const component = calendar.getFirstSubcomponent("vevent");
    if (!component) throw new Error("an invitation without an event");
    const value = (name: string) => component.getFirstPropertyValue(name);
    const at = (name: string): number => {
      const time = value(name);
      if (!(time instanceof ICAL.Time)) throw new Error(`no ${name}`);
      return time.toUnixTime() * 1_000;
    };
    const event: CalendarEvent = {
      ...{
        sequence: Number(value("sequence")),
        stamp: at("dtstamp"),
        start: at("dtstart"),
        end: at("dtend"),
      },
      isCancelled: calendar.getFirstPropertyValue("method") === "CANCEL",
    };
    const uid = String(value("uid"));
    const known = this.#events.get(uid);
    if (!known || isNewer(event, known)) this.#events.set(uid, event);
  }

  /** The events that take place. */
  events(): { start: number; end: number }[] {
    return [...this.#events.values()]
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ start, end }) => ({ start, end }));
  }
}

const isNewer = (one: CalendarEvent, other: CalendarEvent): boolean =>
  one.sequence > other.sequence || (one.sequence === other.sequence && one.stamp > other.stamp);
