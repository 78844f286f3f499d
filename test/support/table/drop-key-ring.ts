import { ACCESS_TOKENS, KeyRing } from "#lib/oauth/signing-keys/entity.ts";
import { present } from "#lib/table/condition.ts";
import { remove } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { transact } from "#lib/table/write.ts";

/** Deletes all signing keys, as before the first token. */
export async function dropKeyRing(): Promise<void> {
  if (await getItem(KeyRing, ACCESS_TOKENS))
    await transact([remove(KeyRing, ACCESS_TOKENS, { if: present("pk") })]);
}
