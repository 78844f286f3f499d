import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { present } from "#lib/storage/table/condition.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { UserItem } from "./entity.ts";

/** Cost of a new hash: 32 MB and about a quarter of a second (OWASP Password Storage Cheat Sheet, scrypt). */
const COST = { logN: 15, r: 8, p: 3 };
const BYTES = 32;
const SALT_BYTES = 16;

/** Hashes a password. The result contains cost and salt: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  const { logN, r, p } = COST;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

const STORED = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Whether a password matches a stored hash, compared in constant time. Without a hash, does the same work and returns false. */
export async function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await derive(password, randomBytes(SALT_BYTES), COST);
    return false;
  }
  const { cost, salt, hash } = parse(stored);
  return timingSafeEqual(await derive(password, salt, cost), hash);
}

/** Whether a stored hash has the current cost. */
export function hasCurrentCost(stored: string): boolean {
  const { logN, r, p } = parse(stored).cost;
  return logN === COST.logN && r === COST.r && p === COST.p;
}

function parse(stored: string): { cost: typeof COST; salt: Buffer; hash: Buffer } {
  const [, logN, r, p, salt = "", hash = ""] = STORED.exec(stored) ?? [];
  if (hash === "") throw new TypeError("the stored password hash can't be read");
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

/** Systems can encode the same typed password differently, so it is normalized (RFC 8265 §4). */
function derive(password: string, salt: Buffer, { logN, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** logN;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFC"), salt, BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

/** Sets the password of a user, which ends all sessions. */
export async function setPassword(caller: Caller, userId: number, password: string): Promise<void> {
  requireSystemAdmin(caller);
  const passwordHash = await hashPassword(password);
  const key = { id: userId };
  const failure = notFound("User");
  await writeOne(update(UserItem, key, { set: { passwordHash }, if: present("pk"), failure }));
}
