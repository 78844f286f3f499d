import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ProviderLink, ProviderSubject } from "./entity.ts";

/** Removes the links of a user to OpenID providers. The next sign-in with the verified email address links the user again. */
export async function unlinkProvider(caller: Caller, userId: number): Promise<void> {
  requireSystemAdmin(caller);
  for (const { issuer, hash } of await queryAll(ProviderLink, { userId }))
    await transact([remove(ProviderLink, { userId, issuer }), remove(ProviderSubject, { hash })]);
}
