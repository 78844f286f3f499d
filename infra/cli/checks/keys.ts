import type { Target } from "#infra/cli/target.ts";
import { OPERATOR } from "#lib/caller.ts";
import { listSigningKeys } from "#lib/oauth/signing-keys/list.ts";
import { SIGNS_FOR } from "#lib/oauth/signing-keys/timing.ts";
import { now } from "#lib/platform/clock.ts";
import { decryptText, encryptText } from "#lib/platform/kms.ts";
import { adminCommand, type Found, ill } from "./check.ts";

/** Checks that encrypted data can be decrypted: the key works, and the caller may use it. */
export async function checkSecretsKey(): Promise<Found> {
  const belongsTo = { doctor: String(now()) };
  await decryptText(await encryptText("doctor", belongsTo), belongsTo);
  return { found: "encrypts and decrypts" };
}

/** Checks that the keys that sign access tokens are rotated in time. */
export async function checkSigningKeys(target: Target): Promise<Found> {
  const keys = await listSigningKeys(OPERATOR);
  const newest = keys.at(-1);
  if (newest === undefined) return { found: "no keys yet: the first sign-in of an application creates one" };
  const next = Date.parse(newest.signsFrom) + SIGNS_FOR;
  const when = new Date(next).toISOString().slice(0, 10);
  return next > now()
    ? { found: `valid keys: ${keys.length}; the next rotation is automatic, on ${when}` }
    : ill(
        `the rotation of ${when} did not happen`,
        `Run: ${adminCommand(target, "keys rotate")}`,
        "keys-stay",
      );
}
