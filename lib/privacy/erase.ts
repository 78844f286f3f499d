import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "#lib/access/caller.ts";
import { requireSystemAdmin } from "#lib/access/require-admin.ts";
import { everyItem, type RawItem } from "#lib/table/every-item.ts";
import { Refused } from "#lib/table/refused.ts";
import { deleteItem, rewriteItem } from "#lib/table/rewrite-item.ts";
import { transact } from "#lib/table/write.ts";
import { closeAccount, comingBookings } from "./close-account.ts";
import { findPerson, isAbout, isOfUser, type Person } from "./person.ts";
import { keepReceipt } from "./receipt.ts";
import { scrubbed } from "./scrub.ts";

/** What was done, without anything of the person: how many items of each kind were rewritten and deleted. */
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
]);

/** Passes over the table until nothing is found any more: what others write meanwhile is found by the next. */
const MOST_PASSES = 5;

interface Options {
  isDryRun: boolean;
  /** Whether bookings a user is to host may be cancelled. */
  mayCancel: boolean;
}

/**
 * Leaves nothing of a person in any item: address and names are replaced, what they answered goes, a user is locked and has no name. Every
 * item is read, and what was found is looked for again.
 *
 * @throws {Failure} `conflict` when they are to host bookings and these may not be cancelled
 */
export async function erasePerson(caller: Caller, address: string, options: Options): Promise<Receipt> {
  requireSystemAdmin(caller);
  const { isDryRun, mayCancel } = options;
  const person = await findPerson(address);
  const { userId, email } = person;
  const receipt: Receipt = {
    isDryRun,
    isUser: userId !== undefined,
    cancelledBookings: 0,
    rewritten: {},
    deleted: {},
    entryId: null,
  };
  if (userId !== undefined)
    receipt.cancelledBookings = isDryRun
      ? (await comingBookings(userId)).length
      : await closeAccount(caller, userId, mayCancel);
  const alias = `erased-${randomBytes(8).toString("hex")}@erased.invalid`;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const changed = await erasePass(person, alias, receipt);
    if (isDryRun) return receipt;
    if (changed === 0) break;
  }
  return { ...receipt, entryId: await keepReceipt(email, "erased") };
}

/** Goes over all items once; answers how many had to change. */
async function erasePass(person: Person, alias: string, receipt: Receipt): Promise<number> {
  let changed = 0;
  for await (const page of everyItem())
    for (const item of page) {
      const done = await eraseIn(item, { person, alias, isDryRun: receipt.isDryRun });
      if (done === undefined) continue;
      changed += 1;
      const kind = String(item["entity"]);
      receipt[done][kind] = (receipt[done][kind] ?? 0) + 1;
    }
  return changed;
}

interface Erasing {
  person: Person;
  alias: string;
  isDryRun: boolean;
}

async function eraseIn(
  item: RawItem,
  { person, alias, isDryRun }: Erasing,
): Promise<"rewritten" | "deleted" | undefined> {
  if (mustGo(item, person)) {
    if (!isDryRun) await transact([deleteItem(item)]).catch(unlessRefused);
    return "deleted";
  }
  if (!isAbout(person, item)) return undefined;
  const rewriting = rewriteItem(item, withoutPerson(item, person, alias));
  if (!rewriting) return undefined;
  // One that has changed meanwhile is met again by the next pass.
  if (!isDryRun) await transact([rewriting]).catch(unlessRefused);
  return "rewritten";
}

/** A user has more to lose than texts: a picture, a story, a password. */
function withoutPerson(item: RawItem, person: Person, alias: string): RawItem {
  const rest = scrubbed(item, person, alias);
  if (item["entity"] !== "user" || item["id"] !== person.userId) return rest;
  const none = { username: null, bio: null, avatar: null, passwordHash: null, emailVerified: null };
  return { ...rest, ...none };
}

/** Whether an item is deleted as a whole: its key says who it is of, or it is nothing without them. */
function mustGo(item: RawItem, { email, userId, username }: Person): boolean {
  const account = `SF#account-${createHash("sha256").update(email).digest("base64url")}`;
  const unique = ["email", email, "username", username ?? ""];
  const isUnique =
    item["entity"] === "unique" &&
    ((item["kind"] === unique[0] && item["value"] === unique[1]) ||
      (item["kind"] === unique[2] && username !== undefined && item["value"] === unique[3]));
  const isWithUser = userId !== undefined && WITH_USER.has(String(item["entity"])) && isOfUser(userId, item);
  const isInKey = `${item["pk"]} ${item["sk"]}`.toLowerCase().includes(email);
  return item["pk"] === account || isUnique || isWithUser || isInKey;
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}
