import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { SignInFailures } from "#lib/sign-in/entity.ts";
import { subjectOfAccount } from "#lib/sign-in/limits.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import type { Entity } from "#lib/table/entity.ts";
import { type Operation, remove } from "#lib/table/operations.ts";
import { deleteItem, rewriteItem } from "#lib/table/rewrite-item.ts";
import { findUniqueOwner } from "#lib/table/unique.ts";
import { transact, writeOne } from "#lib/table/write.ts";
import { closeAccount, comingBookings, requireNothingComing } from "./close-account.ts";
import { knowledgeOf, learnFrom, newPerson, type Person } from "./person.ts";
import { keepReceipt } from "./receipt.ts";
import { type Scrubbed, scrub } from "./scrub.ts";
import { type StoredItem, storedItems } from "./stored-items.ts";

/** The result of an erasure, without personal data: how many items of each entity were rewritten and deleted. */
export interface Receipt {
  isDryRun: boolean;
  isUser: boolean;
  cancelledBookings: number;
  rewritten: Record<string, number>;
  deleted: Record<string, number>;
  /** Items that could not be rewritten, as `entity pk sk`. */
  notErased: string[];
  /** The audit entry that records the erasure; null for a dry run, and while something is not erased. */
  entryId: string | null;
}

/** Passes over the table until one finds nothing. */
const MOST_PASSES = 6;
/**
 * Seconds between two passes, longer than any function that writes may run: a write of data that was read before it was erased has either
 * happened by the next pass, or never will.
 */
export const SECONDS_BETWEEN = 70;

interface Options {
  /** Every entity there is. */
  entities: readonly Entity[];
  isDryRun: boolean;
  /** Whether bookings a user is to host may be cancelled. */
  mayCancel: boolean;
  /** Waits so many seconds. */
  wait(seconds: number): Promise<void>;
}

/**
 * Erases the data that entities declare personal, of a user, an attendee or both. Passes over all items until one finds nothing; then the
 * audit trail gets a receipt. An erasure that was cut off continues when it is repeated. An item that can't be rewritten is skipped and
 * named in the answer, and there is no receipt.
 *
 * @throws {Failure} `conflict` when they are to host bookings and these may not be cancelled, or when the last pass still found something
 */
export async function erasePerson(caller: Caller, email: string, options: Options): Promise<Receipt> {
  requireSystemAdmin(caller);
  const { isDryRun, mayCancel, wait } = options;
  const person = newPerson(email);
  const userId = await findUniqueOwner({ kind: "email", value: person.address });
  if (isDryRun) return previewErasure(person, userId, options);
  const run = newRun(person, options);
  if (userId !== undefined) {
    if (!mayCancel) await requireNothingComing(userId);
    run.receipt.isUser = true;
    run.receipt.cancelledBookings = await closeAccount(caller, userId);
  }
  await writeOne(remove(SignInFailures, { subject: subjectOfAccount(person.address) }));
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    if (pass > 1) await wait(SECONDS_BETWEEN);
    if (!(await erasePass(run))) return finish(email, run);
  }
  throw new Failure(
    "conflict",
    `All ${MOST_PASSES} passes found data of the person, because a client keeps writing it. Stop that client, then erase again.`,
  );
}

/** Counts what an erasure would do. What is learned late in a pass may concern items before it, so the last pass is one that learns nothing. */
async function previewErasure(
  person: Person,
  userId: number | undefined,
  options: Options,
): Promise<Receipt> {
  for (;;) {
    const known = knowledgeOf(person);
    const run = newRun(person, options);
    await erasePass(run);
    if (knowledgeOf(person) > known) continue;
    const cancelledBookings = userId === undefined ? 0 : (await comingBookings(userId)).length;
    return { ...run.receipt, isUser: userId !== undefined, cancelledBookings };
  }
}

async function finish(email: string, { receipt }: Run): Promise<Receipt> {
  if (receipt.notErased.length > 0) return receipt;
  return { ...receipt, entryId: await keepReceipt(email, "erased") };
}

/** One erasure, with what it knows and has done. */
interface Run {
  person: Person;
  entities: readonly Entity[];
  receipt: Receipt;
}

const newRun = (person: Person, { entities, isDryRun }: Options): Run => ({
  person,
  entities,
  receipt: {
    isDryRun,
    isUser: false,
    cancelledBookings: 0,
    rewritten: {},
    deleted: {},
    notErased: [],
    entryId: null,
  },
});

interface Erasing {
  done: "rewritten" | "deleted";
  stored: StoredItem;
  operation: Operation;
}

/**
 * Goes over all items once; answers whether there may be more to erase. Items that hold the address that was asked for go last, once a pass
 * has found and learned nothing else: an erasure that was cut off finds the rest through them.
 */
async function erasePass(run: Run): Promise<boolean> {
  const { person, entities, receipt } = run;
  const known = knowledgeOf(person);
  const anchors: Erasing[] = [];
  let found = 0;
  for await (const page of storedItems(entities)) {
    for (const stored of page) learnFrom(stored, person);
    for (const stored of page) {
      const scrubbed = scrub(stored, person);
      const erasing = scrubbed && erasingOf(stored, scrubbed);
      if (!erasing) continue;
      if (scrubbed.isAnchor) anchors.push(erasing);
      else found += await erase(erasing, receipt);
    }
  }
  const isSettled = found === 0 && knowledgeOf(person) === known;
  if (!isSettled && !receipt.isDryRun) return true;
  for (const anchor of anchors) found += await erase(anchor, receipt);
  return found > 0;
}

function erasingOf(stored: StoredItem, { after }: Scrubbed): Erasing | undefined {
  const { entity, item } = stored;
  if (after === "deleted") return { done: "deleted", stored, operation: deleteItem(entity, item) };
  const operation = rewriteItem(entity, item, after);
  return operation && { done: "rewritten", stored, operation };
}

/** Writes and counts; answers 0 for an item that can't be written. One that has changed since it was read is found by the next pass. */
async function erase({ done, stored, operation }: Erasing, receipt: Receipt): Promise<number> {
  const { entity, item } = stored;
  try {
    if (!receipt.isDryRun) await transact([operation]);
  } catch (error) {
    if (error instanceof ConditionFailed) return 1;
    if (!(error instanceof Failure && error.code === "limit_reached")) throw error;
    const key = `${entity.name} ${item["pk"]} ${item["sk"]}`;
    if (!receipt.notErased.includes(key)) receipt.notErased.push(key);
    return 0;
  }
  receipt[done][entity.name] = (receipt[done][entity.name] ?? 0) + 1;
  return 1;
}
