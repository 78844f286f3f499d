import { now } from "#lib/platform/clock.ts";
import type { ListElement } from "./kind.ts";

/**
 * Milliseconds after which no element with a lower id can appear any more. An id is used within 30 seconds after its
 * block was leased (`lib/table/ids.ts`) by a call that ends within 29; the rest is for clocks that disagree.
 */
const FROZEN_AFTER = 120_000;

/** Whether the elements up to this one are all there will ever be: lower ids were leased before this one was made. */
export const isFrozen = ({ createdAt }: Pick<ListElement, "createdAt">): boolean =>
  Date.parse(createdAt) <= now() - FROZEN_AFTER;
