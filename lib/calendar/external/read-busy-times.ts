import type { Range } from "#lib/calendar/availability/calendar.ts";
import { clipRanges, mergeRanges } from "#lib/calendar/availability/ranges.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { type Component, readCalendars } from "./components.ts";
import { listSeries, type Override, type ReadEvent, type SeriesWindow } from "./event-series.ts";
import { isBusyEvent, isBusyType, type StatusOptions } from "./event-status.ts";
import { localTime } from "./event-times.ts";
import { type Clock, definedClock, findZoneName, isAbbreviation, namedClock } from "./event-zones.ts";
import { type FindClock, periodRange, rangeAt, readEventTime } from "./events.ts";
import { CalendarFailure } from "./failure.ts";
import { type Property, propertiesOf, propertyOf } from "./properties.ts";
import { Unreadable } from "./recurrence-rule.ts";

const MAX_EVENTS = 20_000;
const MAX_RANGES = 10_000;
/** Ranges that are collected before they are merged, so that they don't fill the memory. */
const MAX_COLLECTED = 100_000;
/** Maximum steps of all rules of a calendar: about a second. */
const MAX_STEPS = 10_000_000;

/** What of a calendar is read. */
export interface BusyOptions extends StatusOptions {
  /** The window in milliseconds since 1970. */
  from: number;
  to: number;
  /** Zone of times without one, unless the text names the calendar's: the calendar's or the host's. */
  timeZone: string;
  /** Whether an event with this `UID` is a booking of this service, which has claimed its time itself. */
  isOwnUid: (uid: string) => boolean;
}

export interface BusyTimes {
  /** Merged ranges in minutes since 1970, rounded outward, and limited to the window. */
  busy: Range[];
  /** Events that could not be read. The first occurrence is busy if it has a start and an end. */
  unreadableEvents: number;
  /** `X-WR-CALNAME` of the first calendar. */
  name: string | undefined;
  /** tz name of `X-WR-TIMEZONE` of the first calendar. */
  timeZone: string | undefined;
}

/**
 * Reads the busy times of an iCalendar text with one or several calendars. Fails with `calendar_invalid` if it is none, and with
 * `calendar_too_large` above 20,000 events or 10,000 busy ranges.
 *
 * @example
 * readBusyTimes(text, { from, to, timeZone: "Europe/Berlin", tentative: "busy", ownAddresses: [], isOwnUid: () => false });
 */
export function readBusyTimes(text: string, options: BusyOptions): BusyTimes {
  const calendars = readCalendars(text);
  const reading = new Reading(options);
  for (const calendar of calendars) reading.readCalendar(calendar);
  const [first] = calendars;
  return {
    ...reading.finish(),
    name: first && unescapeText(first.text("X-WR-CALNAME")),
    timeZone: first && findZoneName(first.text("X-WR-TIMEZONE") ?? ""),
  };
}

const unescapeText = (text: string | undefined): string | undefined =>
  text?.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? " " : character));

/** The events of a `UID`. */
interface Series {
  events: ReadEvent[];
  overrides: Override[];
}

/** The state of the reading of one text. */
class Reading {
  readonly #options: BusyOptions;
  readonly #window: SeriesWindow;
  readonly #series = new Map<string, Series>();
  readonly #definedClocks = new Map<string, Clock>();
  #ranges: Range[] = [];
  #events = 0;
  #steps = 0;
  readonly #unreadable = new Set<Component>();

  constructor(options: BusyOptions) {
    this.#options = options;
    this.#window = {
      from: Math.floor(options.from / MINUTE),
      to: Math.ceil(options.to / MINUTE),
      countSteps: (steps) => {
        this.#steps += steps;
        if (this.#steps > MAX_STEPS) throw new CalendarFailure("calendar_too_large");
      },
    };
  }

  readCalendar(calendar: Component): void {
    const findClock = this.#clocksOf(calendar);
    for (const component of calendar.components) {
      if (component.name !== "VEVENT" && component.name !== "VFREEBUSY") continue;
      this.#events += 1;
      if (this.#events > MAX_EVENTS) throw new CalendarFailure("calendar_too_large");
      if (component.isBroken) this.#unreadable.add(component);
      this.#attempt(component, () =>
        component.name === "VEVENT"
          ? this.#readEvent(component, findClock)
          : this.#readFreeBusy(component, findClock),
      );
    }
  }

  finish(): Pick<BusyTimes, "busy" | "unreadableEvents"> {
    for (const { events, overrides } of this.#series.values()) {
      for (const override of overrides) this.#addFirst(override);
      for (const event of events) {
        this.#addFirstIfUnreadable(event, () => this.#add(listSeries(event, overrides, this.#window)));
      }
    }
    return { busy: this.#merge(), unreadableEvents: this.#unreadable.size };
  }

  #readEvent(component: Component, findClock: FindClock): void {
    const uid = component.text("UID");
    if (uid !== undefined && this.#options.isOwnUid(uid)) return;
    const time = readEventTime(component, findClock);
    let isBusy = true;
    this.#attempt(component, () => {
      isBusy = isBusyEvent(component, this.#options);
    });
    const event = { component, time, isBusy };
    const key = uid ?? `event ${this.#events} without a UID`;
    const series = this.#series.get(key) ?? { events: [], overrides: [] };
    this.#series.set(key, series);
    const recurrenceId = this.#readRecurrenceId(component);
    if (recurrenceId) series.overrides.push({ ...event, recurrenceId });
    else series.events.push(event);
  }

  /** Undefined if it is missing or can't be read. */
  #readRecurrenceId(component: Component): Property | undefined {
    let id: Property | undefined;
    this.#attempt(component, () => {
      const found = propertyOf(component, "RECURRENCE-ID");
      if (found) localTime(found.values[0]);
      id = found;
    });
    return id;
  }

  #readFreeBusy(component: Component, findClock: FindClock): void {
    for (const property of propertiesOf(component, "FREEBUSY")) {
      if (!isBusyType(property.parameter("FBTYPE"), this.#options)) continue;
      for (const value of property.values)
        this.#attempt(component, () => this.#add([periodRange(property, [value].flat(), findClock)]));
    }
  }

  /** Finds clocks of a calendar, by their `TZID`: a name of the tz database, a Windows name, a `VTIMEZONE` of the calendar, or else the calendar's own. */
  #clocksOf(calendar: Component): FindClock {
    const own = namedClock(findZoneName(calendar.text("X-WR-TIMEZONE") ?? "") ?? this.#options.timeZone);
    // Of several with the same name, the first counts.
    const zones = new Map(
      calendar.components
        .filter(({ name }) => name === "VTIMEZONE")
        .toReversed()
        .map((zone) => [unescapeText(zone.text("TZID")), zone]),
    );
    const clocks = new Map<string, Clock>();
    return (id) => {
      if (id === undefined) return own;
      const cached = clocks.get(id);
      if (cached) return cached;
      const clock = this.#findClock(id, zones) ?? own;
      clocks.set(id, clock);
      return clock;
    };
  }

  #findClock(id: string, zones: ReadonlyMap<string | undefined, Component>): Clock | undefined {
    const name = findZoneName(id);
    const zone = zones.get(unescapeText(id));
    // An abbreviation such as EST, or GMT, is also used for a clock with summer time.
    const defined = zone && (name === undefined || isAbbreviation(name)) ? this.#readClock(zone) : undefined;
    return defined ?? (name === undefined ? undefined : namedClock(name));
  }

  /** Reads a `VTIMEZONE`, once for all calendars: each event of a CalDAV calendar has its own copy. */
  #readClock(zone: Component): Clock | undefined {
    const { content } = zone;
    let clock = this.#definedClocks.get(content);
    if (clock) return clock;
    this.#attempt(zone, () => {
      clock = definedClock(zone, this.#window.to, this.#window.countSteps);
      this.#definedClocks.set(content, clock);
    });
    return clock;
  }

  #addFirst({ time, isBusy }: ReadEvent): void {
    const range = isBusy ? rangeAt(time, time.start) : undefined;
    if (range) this.#add([range]);
  }

  #addFirstIfUnreadable(event: ReadEvent, read: () => void): void {
    if (!this.#attempt(event.component, read)) this.#addFirst(event);
  }

  /** Whether a component could be read; counts it if not. */
  #attempt(component: Component, read: () => unknown): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#unreadable.add(component);
      return false;
    }
  }

  #add(ranges: readonly Range[]): void {
    for (const range of ranges) this.#ranges.push(range);
    if (this.#ranges.length > MAX_COLLECTED) this.#ranges = this.#merge();
  }

  #merge(): Range[] {
    const merged = clipRanges(mergeRanges(this.#ranges), this.#window);
    if (merged.length > MAX_RANGES) throw new CalendarFailure("calendar_too_large");
    return merged;
  }
}
