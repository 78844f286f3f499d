import type { Order } from "./order.ts";

/** Some elements of a block: `take` of them behind the first `skip`, and before the last `rest`. */
export interface Part {
  block: number;
  skip: number;
  take: number;
  rest: number;
}

interface Window {
  /** The number of the block to begin with. */
  from?: number | undefined;
  skip?: number;
  take?: number;
}

/** The parts of the blocks, of which `counts` says how many elements each holds, that a window of a list is made of. */
export function partsOf(counts: readonly number[], order: Order, window: Window): Part[] {
  const parts: Part[] = [];
  let { skip = 0, take = Number.POSITIVE_INFINITY } = window;
  for (const block of blocksFrom(counts, order, window.from)) {
    const size = counts[block] ?? 0;
    const taken = Math.min(take, size - skip);
    if (taken > 0) parts.push({ block, skip, take: taken, rest: size - skip - taken });
    take -= Math.max(0, taken);
    skip = Math.max(0, skip - size);
    if (take === 0) break;
  }
  return parts;
}

/** Numbers of the blocks of a list from one of them on, or all. */
function blocksFrom(counts: readonly number[], order: Order, first: number | undefined): number[] {
  const blocks = [...counts.keys()];
  if (order === "asc") return blocks.slice(first ?? 0);
  return blocks.slice(0, first === undefined ? undefined : first + 1).toReversed();
}
