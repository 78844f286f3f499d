import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { subjectOfAccount } from "#lib/identity/sign-in/attempts.ts";
import { SignInFailures } from "#lib/identity/sign-in/entity.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import type { Entity } from "#lib/storage/table/entity.ts";
import { type Operation, remove } from "#lib/storage/table/operations.ts";
import { deleteItem, rewriteItem } from "#lib/storage/table/rewrite-item.ts";
import { findUniqueOwner } from "#lib/storage/table/unique.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { closeAccount, listComingBookings, requireNoComingBookings } from "./close-account.ts";
import { addIdentifiers, countIdentifiers, newPerson, type Person } from "./person.ts";
import { createReceipt } from "./receipt.ts";
import { type Scrubbed, scrub } from "./scrub.ts";
import { readStoredItems, type StoredItem } from "./stored-items.ts";

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

/** Passes of most erasures: one erases, one erases the items that contain the address, and the last one finds nothing. */
export const USUAL_PASSES = 3;
/** Most passes over the table; the erasure ends with the first one that finds nothing. */
const MAX_PASSES = 6;
/**
 * Seconds between two passes. Longer than any function that writes may run, so a function that read data before it was erased has written
 * it by the next pass, if at all.
 */
export const SECONDS_BETWEEN = 70;

interface Options {
  /** All entities. */
  entities: readonly Entity[];
  isDryRun: boolean;
  /** Whether future bookings of the user may be cancelled. */
  mayCancel: boolean;
  wait(seconds: number): Promise<void>;
  /** Reports that a pass starts. Usually there are {@link USUAL_PASSES}. */
  reportPass(pass: number): void;
}

/**
 * Erases a person's data: all data that entities declare personal, of a user, an attendee or both. Repeats passes over all items until one
 * finds nothing, then creates a receipt in the audit trail. An interrupted erasure continues when it is repeated. An item that can't be
 * rewritten is skipped and returned in `notErased`; then there is no receipt.
 *
 * @throws {Failure} `conflict` if the user hosts future bookings that may not be cancelled, or if the last pass still found data
 */
export async function erasePerson(caller: Caller, email: string, options: Options): Promise<Receipt> {
  requireSystemAdmin(caller);
  const { isDryRun, mayCancel, wait, reportPass } = options;
  const person = newPerson(email);
  const userId = await findUniqueOwner({ kind: "email", value: person.address });
  if (isDryRun) return previewErasure(person, userId, options);
  const run = newRun(person, options);
  if (userId !== undefined) {
    if (!mayCancel) await requireNoComingBookings(userId);
    run.receipt.isUser = true;
    run.receipt.cancelledBookings = await closeAccount(caller, userId);
  }
  await writeOne(remove(SignInFailures, { subject: subjectOfAccount(person.address) }));
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    if (pass > 1) await wait(SECONDS_BETWEEN);
    reportPass(pass);
    if (!(await erasePass(run))) return finish(email, run);
  }
  throw new Failure(
    "conflict",
    `All ${MAX_PASSES} passes found data of the person, because a client keeps writing it. Stop that client, then erase again.`,
  );
}

/** Counts the items of an erasure. Identifiers found late in a pass may match earlier items, so passes are repeated until one finds no new ones. */
async function previewErasure(
  person: Person,
  userId: number | undefined,
  options: Options,
): Promise<Receipt> {
  for (;;) {
    const identifiers = countIdentifiers(person);
    const run = newRun(person, options);
    await erasePass(run);
    if (countIdentifiers(person) > identifiers) continue;
    const cancelledBookings = userId === undefined ? 0 : (await listComingBookings(userId)).length;
    return { ...run.receipt, isUser: userId !== undefined, cancelledBookings };
  }
}

async function finish(email: string, { receipt }: Run): Promise<Receipt> {
  if (receipt.notErased.length > 0) return receipt;
  return { ...receipt, entryId: await createReceipt(email, "erased") };
}

/** An erasure in progress. */
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

/** The change that erases the data in one item. */
interface ItemErasure {
  action: "rewritten" | "deleted";
  stored: StoredItem;
  operation: Operation;
}

/**
 * Passes over all items once. Returns whether there may be more to erase. Items that contain the requested address are erased last, in a
 * pass that finds no other data and no new identifiers: a repeated erasure finds the other items through them.
 */
async function erasePass(run: Run): Promise<boolean> {
  const { person, entities, receipt } = run;
  const identifiers = countIdentifiers(person);
  const anchors: ItemErasure[] = [];
  let found = 0;
  for await (const page of readStoredItems(entities)) {
    for (const stored of page) addIdentifiers(stored, person);
    for (const stored of page) {
      const scrubbed = scrub(stored, person);
      const erasure = scrubbed && erasureOf(stored, scrubbed);
      if (!erasure) continue;
      if (scrubbed.isAnchor) anchors.push(erasure);
      else found += await eraseItem(erasure, receipt);
    }
  }
  const isSettled = found === 0 && countIdentifiers(person) === identifiers;
  if (!isSettled && !receipt.isDryRun) return true;
  for (const anchor of anchors) found += await eraseItem(anchor, receipt);
  return found > 0;
}

function erasureOf(stored: StoredItem, { after }: Scrubbed): ItemErasure | undefined {
  const { entity, item } = stored;
  if (after === "deleted") return { action: "deleted", stored, operation: deleteItem(entity, item) };
  const operation = rewriteItem(entity, item, after);
  return operation && { action: "rewritten", stored, operation };
}

/** Erases and counts an item. Returns 0 if it can't be written, else 1. If it changed since it was read, the next pass finds it again. */
async function eraseItem({ action, stored, operation }: ItemErasure, receipt: Receipt): Promise<number> {
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
  receipt[action][entity.name] = (receipt[action][entity.name] ?? 0) + 1;
  return 1;
}
