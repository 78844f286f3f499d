import type { Calendar, Calendars, Range, SlotRules } from "./calendar.ts";
import { openRanges } from "./open-ranges.ts";
import { intersectRanges, mergeRanges, subtractRanges } from "./ranges.ts";

/** When the hosts of a slot are free. */
interface FreeTime {
  /** The ranges that are cut into slots. Of a choice of hosts, they are the time of all of them together. */
  free: Range[];
  /** Of a choice of hosts: when a slot can start so that one of them is free for all of it. */
  startable?: Range[];
}

/** The time in a range in which all required hosts are free and, if there is a choice, at least one host of it. */
export function freeTime(rules: SlotRules, within: Range, { required, choice }: Calendars): FreeTime {
  const freeOf = ({ hours, busy }: Calendar) => freeRanges(rules, openRanges(hours, within), busy);
  const [first, ...others] = required.map(freeOf);
  const common = first && others.reduce(intersectRanges, first);
  if (!choice) return { free: common ?? [] };
  const each = choice.flatMap((calendar) =>
    common ? intersectRanges(common, freeOf(calendar)) : freeOf(calendar),
  );
  const startable = each.map(({ from, to }) => ({ from, to: to - rules.length + 1 }));
  return { free: mergeRanges(each), startable: mergeRanges(startable) };
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
