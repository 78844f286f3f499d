import type { Range } from "./calendar.ts";

/** Sorts ranges, and merges those that touch or overlap. Empty and reversed ranges are removed. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { from, to } of ranges.filter(isFilled).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** Removes busy ranges, in any order, from merged ranges. */
export function subtractRanges(ranges: readonly Range[], busy: readonly Range[]): Range[] {
  const closed = mergeRanges(busy);
  const remaining: Range[] = [];
  let first = 0;
  for (const { from, to } of ranges) {
    while ((closed[first]?.to ?? Infinity) <= from) first += 1;
    let start = from;
    for (let at = first; ; at += 1) {
      const next = closed[at];
      if (!next || next.from >= to) break;
      remaining.push({ from: start, to: next.from });
      start = next.to;
    }
    remaining.push({ from: start, to });
  }
  return remaining.filter(isFilled);
}

/** Finds the ranges that are in both of two lists of merged ranges. */
export function intersectRanges(some: readonly Range[], others: readonly Range[]): Range[] {
  const both: Range[] = [];
  let first = 0;
  for (const { from, to } of some) {
    while ((others[first]?.to ?? Infinity) <= from) first += 1;
    for (let at = first; ; at += 1) {
      const other = others[at];
      if (!other || other.from >= to) break;
      both.push({ from: Math.max(from, other.from), to: Math.min(to, other.to) });
    }
  }
  return both;
}

/** Limits merged ranges to those parts that are within a range. */
export const clipRanges = (ranges: readonly Range[], { from, to }: Range): Range[] =>
  ranges.map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) })).filter(isFilled);

/** Whether one of several merged ranges contains an interval completely. */
export const contains = (ranges: readonly Range[], { from, to }: Range): boolean =>
  ranges.some((range) => range.from <= from && to <= range.to);

const isFilled = ({ from, to }: Range): boolean => from < to;
