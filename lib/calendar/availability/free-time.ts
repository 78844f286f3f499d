import type { Calendar, Calendars, Range, SlotRules } from "./calendar.ts";
import { openRanges } from "./open-ranges.ts";
import { intersectRanges, mergeRanges, subtractRanges } from "./ranges.ts";

/** The free time of the hosts of a slot. */
interface FreeTime {
  /** The ranges that are divided into slots. With a choice of hosts, one range may consist of the free time of several of them. */
  free: Range[];
  /** Only with a choice of hosts: the starts at which one of them is free for the whole slot. */
  startable?: Range[];
}

/** Finds the time in a range in which all required hosts are free and, if there is a choice, at least one host of it. */
export function freeTime(rules: SlotRules, within: Range, { required, choice }: Calendars): FreeTime {
  const freeOf = ({ hours, busy, readUntil = Infinity }: Calendar) => {
    const to = Math.min(within.to, readUntil - rules.after);
    return to > within.from ? freeRanges(rules, openRanges(hours, { ...within, to }), busy) : [];
  };
  const [first, ...others] = required.map(freeOf);
  const common = first && others.reduce(intersectRanges, first);
  if (!choice) return { free: common ?? [] };
  const choiceRanges = choice.flatMap((calendar) =>
    common ? intersectRanges(common, freeOf(calendar)) : freeOf(calendar),
  );
  const startable = choiceRanges.map(({ from, to }) => ({ from, to: to - rules.length + 1 }));
  return { free: mergeRanges(choiceRanges), startable: mergeRanges(startable) };
}

/** Removes busy time, and the time in which a slot's own buffers would overlap it, from open ranges. */
export const freeRanges = (
  { before, after }: SlotRules,
  open: readonly Range[],
  busy: readonly Range[],
): Range[] =>
  subtractRanges(
    open,
    mergeRanges(busy).map(({ from, to }) => ({ from: from - after, to: to + before })),
  );
