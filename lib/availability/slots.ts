import { bookingWindow } from "./booking-window.ts";
import type { ClosedRule, Range, SlotContext, SlotRules } from "./model.ts";
import { openRanges } from "./open-ranges.ts";
import { contains, mergeRanges, subtractRanges } from "./ranges.ts";
import { offsetSpan } from "./zone.ts";

/** The first rule by which an event type's interval is closed; undefined: it is open. The length and the step don't matter. */
export function closedBy(
  rules: SlotRules,
  interval: Range,
  { now, busy, full = [] }: SlotContext,
): ClosedRule | undefined {
  const open = openRanges(rules.hours, interval);
  if (!contains(open, interval)) return "hours";
  if (!contains(subtractBusy(rules, open, busy), interval)) return "busy";
  if (interval.from < earliestStart(rules, now)) return "notice";
  const window = bookingWindow(rules.period, rules.timeZone, now);
  if (interval.from < window.from || interval.from >= window.to) return "window";
  return startsIn(full, interval.from) ? "limit" : undefined;
}

/**
 * The starts of an event type's slots within a range, ascending. A slot may end after the range. {@link closedBy} finds each slot
 * open. `viewerZone` is the zone in which starts are round times.
 */
export function slotStarts(
  rules: SlotRules,
  within: Range,
  { now, busy, full = [], viewerZone }: SlotContext & { viewerZone: string },
): number[] {
  const window = bookingWindow(rules.period, rules.timeZone, now);
  const from = Math.ceil(Math.max(within.from, earliestStart(rules, now)));
  const to = Math.min(within.to, window.to);
  const step = rules.step ?? rules.length;
  const open = openRanges(rules.hours, { from, to: to + rules.length });
  const starts: number[] = [];
  for (const range of subtractBusy(rules, open, busy)) {
    const first = roundUpToGrid(range.from, gridOf(step), viewerZone) + rules.offsetStart;
    const end = Math.min(to, range.to - rules.length + 1);
    for (let start = first; start < end; start += step) if (start >= window.from) starts.push(start);
  }
  const closed = mergeRanges(full);
  return closed.length === 0 ? starts : starts.filter((start) => !startsIn(closed, start));
}

const startsIn = (ranges: readonly Range[], start: number): boolean =>
  ranges.some(({ from, to }) => from <= start && start < to);

/** The time whose busy ranges decide about the slots that start within a range. */
export const busyTimeOf = ({ length, before, after }: SlotRules, { from, to }: Range): Range => ({
  from: from - before,
  to: to + length + after,
});

const earliestStart = ({ notice }: SlotRules, now: number): number => now + notice;

/** Removes busy time and the time in which a slot's own buffers would overlap it. */
const subtractBusy = (
  { before, after }: SlotRules,
  ranges: readonly Range[],
  busy: readonly Range[],
): Range[] =>
  subtractRanges(
    ranges,
    mergeRanges(busy).map(({ from, to }) => ({ from: from - after, to: to + before })),
  );

/** Starts are multiples of so many minutes. */
const gridOf = (step: number): number => [60, 30, 20, 15, 10, 5].find((grid) => step % grid === 0) ?? 1;

/** The first minute, from a minute on, at which the clock of a zone shows a multiple of the grid. */
function roundUpToGrid(minute: number, grid: number, timeZone: string): number {
  const { offset, to } = offsetSpan(timeZone, minute);
  const rounded = Math.ceil((minute + offset) / grid) * grid - offset;
  return rounded < to ? rounded : roundUpToGrid(to, grid, timeZone);
}
