import { ACCESS_TOKENS, KeyRing } from "#lib/identity/oauth/signing-keys/entity.ts";
import { present } from "#lib/storage/table/condition.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";

/** Deletes all signing keys, as before the first token. */
export async function dropKeyRing(): Promise<void> {
  if (await findItem(KeyRing, ACCESS_TOKENS))
    await transact([remove(KeyRing, ACCESS_TOKENS, { if: present("pk") })]);
}
