import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { SignInFailures } from "#lib/sign-in/entity.ts";
import { subjectOfAccount } from "#lib/sign-in/limits.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { everyItem, type RawItem } from "#lib/table/every-item.ts";
import type { Operation } from "#lib/table/operations.ts";
import { Refused } from "#lib/table/refused.ts";
import { deleteItem, rewriteItem } from "#lib/table/rewrite-item.ts";
import { transact } from "#lib/table/write.ts";
import { closeAccount, comingBookings, requireNothingComing } from "./close-account.ts";
import { ErasureFacts, factsKeeper, forgetFacts, type KeepFacts } from "./facts.ts";
import { findPerson, isAbout, isOfUser, learnFrom, mentions, type Person } from "./person.ts";
import { keepReceipt } from "./receipt.ts";
import { scrubbed } from "./scrub.ts";

/** What was done, without anything of the person: how often items of each kind were rewritten and deleted. */
export interface Receipt {
  isDryRun: boolean;
  isUser: boolean;
  cancelledBookings: number;
  rewritten: Record<string, number>;
  deleted: Record<string, number>;
  /** The entry of the audit trail that says so; none of a dry run. */
  entryId: string | null;
}

/** Items of a user that are of no use to anybody without them. */
const WITH_USER = new Set([
  "session",
  "known-device",
  "provider-link",
  "provider-subject",
  "authorization-code",
  "refresh-token",
]);
/** Items that live for minutes, whose texts are read by machines alone. */
const SHORT_LIVED = new Set(["pending-sign-in"]);

/** Passes over the table until nothing is found any more: what others write meanwhile is found by the next. */
const MOST_PASSES = 5;
/**
 * Seconds between two passes: longer than any function runs that writes, so that what one has read before it was erased is written again
 * before the last look, or never.
 */
export const SECONDS_BETWEEN = 70;

interface Options {
  isDryRun: boolean;
  /** Whether bookings a user is to host may be cancelled. */
  mayCancel: boolean;
  /** Waits so many seconds. */
  wait(seconds: number): Promise<void>;
}

/**
 * Leaves nothing of a person in any item: address and names are replaced, what they answered goes, a user is locked and has no name. Every
 * item is read, and what was found is looked for again a while later: there is a receipt only when nothing was. One that was cut off,
 * wherever that was, goes on when it is repeated.
 *
 * @throws {Failure} `conflict` when they are to host bookings and these may not be cancelled, or when the last pass still found something
 */
export async function erasePerson(caller: Caller, address: string, options: Options): Promise<Receipt> {
  requireSystemAdmin(caller);
  const { isDryRun, mayCancel, wait } = options;
  const person = await findPerson(address);
  const { userId } = person;
  const receipt: Receipt = {
    isDryRun,
    isUser: userId !== undefined,
    cancelledBookings: 0,
    rewritten: {},
    deleted: {},
    entryId: null,
  };
  if (isDryRun) {
    if (userId !== undefined) receipt.cancelledBookings = (await comingBookings(userId)).length;
    await erasePass(person, receipt, async () => undefined);
    return receipt;
  }
  if (userId !== undefined && !mayCancel) await requireNothingComing(userId);
  const keepFacts = factsKeeper(address.trim().toLowerCase());
  await keepFacts(person);
  if (userId !== undefined) receipt.cancelledBookings = await closeAccount(caller, userId);
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    if (pass > 1) await wait(SECONDS_BETWEEN);
    const changed = await erasePass(person, receipt, keepFacts);
    if (pass === 1 || changed > 0) continue;
    await forgetFacts(person);
    return { ...receipt, entryId: await keepReceipt(address, "erased") };
  }
  throw new Failure(
    "conflict",
    `Something of the person was found in each of ${MOST_PASSES} passes: it is written anew all the time. Stop what does so, and erase again.`,
  );
}

/** Goes over all items once; answers how many had to change. What others have written meanwhile is learned from before it changes. */
async function erasePass(person: Person, receipt: Receipt, keepFacts: KeepFacts): Promise<number> {
  let changed = 0;
  for await (const page of everyItem()) {
    const known = sizeOf(person);
    for (const item of page) learnFrom(item, person);
    if (sizeOf(person) > known) await keepFacts(person);
    for (const item of page) {
      const erasing = eraseIn(item, person);
      if (!erasing) continue;
      changed += 1;
      if (!receipt.isDryRun && (await isRefused(erasing.operation))) continue;
      const kind = String(item["entity"]);
      receipt[erasing.done][kind] = (receipt[erasing.done][kind] ?? 0) + 1;
    }
  }
  return changed;
}

const sizeOf = ({ names, bookings, booked }: Person): number => names.size + bookings.size + booked.size;

/** Writes; one of an item that has changed meanwhile is refused, and the item is met again by the next pass. */
async function isRefused(operation: Operation): Promise<boolean> {
  try {
    await transact([operation]);
    return false;
  } catch (error) {
    if (error instanceof Refused) return true;
    throw error;
  }
}

interface Erasing {
  done: "rewritten" | "deleted";
  operation: Operation;
}

function eraseIn(item: RawItem, person: Person): Erasing | undefined {
  if (item["entity"] === ErasureFacts.name) return undefined;
  if (mustGo(item, person)) return { done: "deleted", operation: deleteItem(item) };
  if (!isAbout(person, item)) return undefined;
  const operation = rewriteItem(item, scrubbed(item, person));
  return operation && { done: "rewritten", operation };
}

/** Whether an item is deleted as a whole: its key says who it is of, or it is nothing without them. */
function mustGo(item: RawItem, { emails, addresses, userId, usernames, booked }: Person): boolean {
  const { pk, sk, entity, kind, value, owner } = item;
  if (entity === "unique")
    return (
      (kind === "email" && emails.has(String(value))) ||
      (kind === "username" && owner === userId && usernames.has(String(value))) ||
      (kind === "idempotency-key" && booked.has(Number(owner)))
    );
  if (WITH_USER.has(String(entity)) && userId !== undefined && isOfUser(userId, item)) return true;
  if (SHORT_LIVED.has(String(entity)) && mentions({ addresses }, item)) return true;
  return [...emails].some((email) => pk === accountKey(email)) || mentions({ addresses }, { pk, sk });
}

/** The key of the failed sign-ins of an account, which holds a hash of its address. */
const accountKey = (email: string): string =>
  primaryKey(SignInFailures, { subject: subjectOfAccount(email) }).pk;
