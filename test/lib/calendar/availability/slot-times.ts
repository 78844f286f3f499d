import type { Hours, SlotRules } from "#lib/calendar/availability/calendar.ts";
import { listSlotStarts } from "#lib/calendar/availability/slots.ts";
import { range, showTime, utc } from "./minutes.ts";

/** Every day from 09:00 to 12:00. */
export const mornings = (timeZone: string): Hours => ({
  timeZone,
  entries: [{ days: [0, 1, 2, 3, 4, 5, 6], date: null, from: 540, to: 720 }],
});

/** Rules for slots of an hour, with some changes. */
export const rulesWith = (changes: Partial<SlotRules> = {}): SlotRules => ({
  timeZone: "UTC",
  length: 60,
  step: null,
  offsetStart: 0,
  notice: 0,
  before: 0,
  after: 0,
  period: { type: "UNLIMITED" },
  ...changes,
});

/** A time before all slots. */
export const LONG_AGO = utc("2031-01-01 00:00");

/** A search for slots. */
export interface SlotRequest {
  rules?: Partial<SlotRules>;
  hours?: Hours | null;
  from?: string;
  to?: string;
  now?: string;
  busy?: [string, string][];
  viewerZone?: string;
}

/** The slots of a range; by default of Monday 2031-03-03. */
export const slots = ({
  rules,
  hours = mornings("UTC"),
  from = "2031-03-03 00:00",
  to = "2031-03-04 00:00",
  now,
  busy = [],
  viewerZone = "UTC",
}: SlotRequest): string[] =>
  listSlotStarts(rulesWith(rules), range(from, to), {
    now: now === undefined ? LONG_AGO : utc(now),
    required: [{ hours, busy: busy.map(([start, end]) => range(start, end)) }],
    viewerZone,
  }).map(showTime);

/** The times of the slots of Monday 2031-03-03. */
export const times = (request: SlotRequest): string[] => slots(request).map((slot) => slot.slice(11));
