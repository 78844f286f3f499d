import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { Failure } from "#lib/failures.ts";
import { removeGrant, revokeAllGrants } from "#lib/identity/oauth/grants/writes.ts";
import { ALL, REVOKE_ACCESS } from "./paths.ts";
import { submitForm } from "./submit-form.ts";

/** Revokes the access of one application, or of all. */
export const submitRevokeAccess = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, REVOKE_ACCESS, async ({ caller }) => {
    const id = visit.query["grant"]?.[0] ?? "";
    if (id === ALL) {
      await revokeAllGrants(caller, { userId: caller.userId });
      return { done: "No application has access to your account now." };
    }
    try {
      const { client } = await removeGrant(caller, { id });
      return { done: `${client.name} no longer has access to your account.` };
    } catch (error) {
      // The form was sent twice.
      if (!(error instanceof Failure && error.code === "not_found")) throw error;
      return { done: "The application no longer has access to your account." };
    }
  });
