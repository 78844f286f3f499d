import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { remove } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/query.ts";
import { transact } from "#lib/table/write.ts";
import { ProviderLink, ProviderSubject } from "./entity.ts";

/** Forgets who a user is at OpenID providers; the next sign-in with their verified address links them again. */
export async function unlinkProvider(caller: Caller, userId: number): Promise<void> {
  requireSystemAdmin(caller);
  for (const { issuer, hash } of await queryAll(ProviderLink, { userId }))
    await transact([remove(ProviderLink, { userId, issuer }), remove(ProviderSubject, { hash })]);
}
