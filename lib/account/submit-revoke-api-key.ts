import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { apiKeyName } from "./api-key-name.ts";
import { REVOKE_API_KEY } from "./paths.ts";
import { submitForm } from "./submit-form.ts";

/** Revokes one API key. */
export const submitRevokeApiKey = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, REVOKE_API_KEY, async ({ caller }) => {
    const id = Number(visit.query["key"]?.[0]);
    const apiKey = await revokeApiKey(caller, caller.userId, id);
    return { done: `The API key ${apiKeyName(apiKey)} is revoked.` };
  });
