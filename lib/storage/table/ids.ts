import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { addToMetric } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { perService } from "#lib/platform/per-service.ts";
import { entity } from "./entity.ts";
import { update } from "./operations.ts";
import { writeOne } from "./write.ts";

/** The last leased id of a kind. */
export const SequenceItem = entity({
  name: "sequence",
  key: { pk: "SEQ#{kind}", sk: "#" },
  schema: z.object({ last: z.int() }),
});

/**
 * Kinds of ids, with the smallest and largest block that a warm function leases. Kinds that are created often have blocks, so that their
 * counter is not a hot item. The others lease only what they need, so that their ids have no gaps.
 */
const BLOCK_SIZES = {
  user: [1, 1],
  team: [1, 1],
  "api-key": [1, 1],
  "event-type": [1, 1],
  schedule: [1, 1],
  "calendar-connection": [1, 1],
  calendar: [1, 1],
  membership: [1, 1],
  booking: [4, 64],
  attendee: [16, 256],
  reference: [2, 64],
  payment: [1, 64],
} as const;
export type IdKind = keyof typeof BLOCK_SIZES;
/** Every kind of id. */
export const ID_KINDS = Object.keys(BLOCK_SIZES) as IdKind[];

/** Milliseconds after which the rest of a block is discarded, so that ids are nearly in the order of time (ADR 0002). */
const BLOCK_LIFE = 30_000;

interface Block {
  next: number;
  last: number;
  size: number;
  leasedAt: number;
}
const blocks = perService(() => new Map<IdKind, Block>());

/** Takes ids from this function's block. Leases a new block first if it is too small or too old (one round trip). */
export async function takeIds(kind: IdKind, count: number): Promise<number[]> {
  const leased = blocks();
  let block = leased.get(kind);
  if (block === undefined || !hasIds(block, count)) {
    block = await lease(kind, count, block);
    leased.set(kind, block);
  }
  // There is no await between the check or the lease and this line, so that no concurrent call takes the same ids.
  const first = block.next;
  block.next += count;
  return Array.from({ length: count }, (_, at) => first + at);
}

/** Takes an id higher than another leased id. If the block has none, it leases a new one, whose ids are always higher. */
export async function takeIdAbove(kind: IdKind, floor: number): Promise<number> {
  const [id = 0] = await takeIds(kind, 1);
  if (id > floor) return id;
  blocks().delete(kind);
  return takeIdAbove(kind, floor);
}

/**
 * Leases the next block if fewer than `count` ids are left. It runs in parallel with other calls, and must not fail them: if the lease
 * fails, the next call of {@link takeIds} leases a block.
 */
export async function refillIds(kind: IdKind, count: number): Promise<void> {
  const leased = blocks();
  const block = leased.get(kind);
  if (block && hasIds(block, count)) return;
  try {
    leased.set(kind, await lease(kind, count, block));
  } catch (error) {
    log("warn", "id lease failed", { kind, error: error instanceof Error ? error.name : undefined });
  }
}

const isFresh = (block: Block): boolean => now() - block.leasedAt < BLOCK_LIFE;
const hasIds = (block: Block, count: number): boolean =>
  isFresh(block) && block.last - block.next + 1 >= count;

async function lease(kind: IdKind, count: number, old: Block | undefined): Promise<Block> {
  const [smallest, largest] = BLOCK_SIZES[kind];
  const preferred = old && isFresh(old) ? old.size * 2 : smallest;
  const size = Math.max(count, Math.min(preferred, largest));
  const stored = await writeOne(update(SequenceItem, { kind }, { add: { last: size } }));
  const { last } = SequenceItem.schema.parse(stored);
  addToMetric("ids.leased", size);
  if (old && old.next <= old.last) addToMetric("ids.dropped", old.last - old.next + 1);
  return { next: last - size + 1, last, size, leasedAt: now() };
}
