import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { addToMetric } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { perService } from "#lib/platform/per-service.ts";
import { entity } from "./entity.ts";
import { update } from "./operations.ts";
import { writeOne } from "./write.ts";

/** The last number given out of one kind of id. */
export const SequenceItem = entity({
  name: "sequence",
  key: { pk: "SEQ#{kind}", sk: "#" },
  schema: z.object({ last: z.int() }),
});

/**
 * Kinds of ids, with the smallest and largest block a warm function leases at once. Kinds that are made all the time
 * take blocks, so their counter is not hot; the others take what they need and stay without gaps.
 */
const BLOCK_SIZES = {
  user: [1, 1],
  team: [1, 1],
  "api-key": [1, 1],
  "event-type": [1, 1],
  schedule: [1, 1],
  membership: [1, 1],
  booking: [4, 64],
  attendee: [16, 256],
  reference: [2, 64],
  payment: [1, 64],
} as const;
export type IdKind = keyof typeof BLOCK_SIZES;
/** Every kind of id. */
export const ID_KINDS = Object.keys(BLOCK_SIZES) as IdKind[];

/** Milliseconds after which the rest of a block is dropped, so that ids stay nearly in the order of time (ADR 0002). */
const BLOCK_LIFE = 30_000;

interface Block {
  next: number;
  last: number;
  size: number;
  leasedAt: number;
}
const blocks = perService(() => new Map<IdKind, Block>());

/** Takes ids from this function's block; leases a new block when it is used up or old (one round trip). */
export async function takeIds(kind: IdKind, count: number): Promise<number[]> {
  const leased = blocks();
  let block = leased.get(kind);
  if (block === undefined || !holds(block, count)) {
    block = await lease(kind, count, block);
    leased.set(kind, block);
  }
  // Nothing is awaited between the check or the lease and this, so nobody else takes the same ids.
  const first = block.next;
  block.next += count;
  return Array.from({ length: count }, (_, at) => first + at);
}

/** Takes an id higher than another; that one was leased before, so a new block is always higher. */
export async function takeIdAbove(kind: IdKind, floor: number): Promise<number> {
  const [id = 0] = await takeIds(kind, 1);
  if (id > floor) return id;
  blocks().delete(kind);
  return takeIdAbove(kind, floor);
}

/**
 * Leases the next block when fewer than `count` ids are left; called beside something else that is waited for. A lease
 * that fails must not fail the other call: the next one that takes ids leases a block itself.
 */
export async function refillIds(kind: IdKind, count: number): Promise<void> {
  const leased = blocks();
  const block = leased.get(kind);
  if (block && holds(block, count)) return;
  try {
    leased.set(kind, await lease(kind, count, block));
  } catch (error) {
    log("warn", "id lease failed", { kind, error: error instanceof Error ? error.name : undefined });
  }
}

const isFresh = (block: Block): boolean => now() - block.leasedAt < BLOCK_LIFE;
const holds = (block: Block, count: number): boolean =>
  isFresh(block) && block.last - block.next + 1 >= count;

async function lease(kind: IdKind, count: number, old: Block | undefined): Promise<Block> {
  const [smallest, largest] = BLOCK_SIZES[kind];
  const wished = old && isFresh(old) ? old.size * 2 : smallest;
  const size = Math.max(count, Math.min(wished, largest));
  const stored = await writeOne(update(SequenceItem, { kind }, { add: { last: size } }));
  const { last } = SequenceItem.schema.parse(stored);
  addToMetric("ids.leased", size);
  if (old && old.next <= old.last) addToMetric("ids.dropped", old.last - old.next + 1);
  return { next: last - size + 1, last, size, leasedAt: now() };
}
