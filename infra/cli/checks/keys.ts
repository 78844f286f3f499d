import type { Target } from "#infra/cli/target.ts";
import { OPERATOR } from "#lib/caller.ts";
import { listSigningKeys } from "#lib/identity/oauth/signing-keys/list.ts";
import { SIGNS_FOR } from "#lib/identity/oauth/signing-keys/timing.ts";
import { now } from "#lib/platform/clock.ts";
import { decryptText, encryptText } from "#lib/platform/kms.ts";
import { adminCommand, type Finding, problem } from "./check.ts";

/** Checks that the key can encrypt and decrypt with the operator's credentials. */
export async function checkSecretsKey(): Promise<Finding> {
  const belongsTo = { doctor: String(now()) };
  await decryptText(await encryptText("doctor", belongsTo), belongsTo);
  return { text: "encrypts and decrypts" };
}

/** Checks that the keys that sign access tokens are rotated on time. */
export async function checkSigningKeys(target: Target): Promise<Finding> {
  const keys = await listSigningKeys(OPERATOR);
  const newest = keys.at(-1);
  if (newest === undefined) return { text: "no keys yet: the first sign-in of an application creates one" };
  const next = Date.parse(newest.signsFrom) + SIGNS_FOR;
  const when = new Date(next).toISOString().slice(0, 10);
  return next > now()
    ? { text: `valid keys: ${keys.length}; the next rotation is automatic, on ${when}` }
    : problem(
        `the rotation of ${when} did not happen`,
        `Run: ${adminCommand(target, "keys rotate")}`,
        "keys-stay",
      );
}
