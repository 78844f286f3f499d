import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { Failure } from "#lib/failures.ts";
import { createApiKey } from "#lib/identity/api-keys/create.ts";
import { ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import { deriveApiKey } from "#lib/identity/api-keys/secret.ts";
import { isLive } from "#lib/identity/credentials/live-credentials.ts";
import { isRecent } from "#lib/identity/sign-in/session.ts";
import { apiKeyPage } from "./api-key-page.ts";
import { type Expiry, expiryTime, isExpiry } from "./expiries.ts";
import { CREATE_API_KEY } from "./paths.ts";
import { accountAddress, submitForm } from "./submit-form.ts";

/**
 * Creates an API key and shows it in the response to the form, because it is not stored. The same form sent again shows the same key and
 * creates no second one.
 */
export const submitCreateApiKey = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, CREATE_API_KEY, async ({ caller, user, session, browserToken }) => {
    if (!isRecent(session))
      throw new Failure("forbidden", "Sign in again before you create an API key. No key was created.");
    const { note, expiry } = fieldsOf(visit);
    const { form_token: formToken = "" } = visit.form;
    const { key, apiKey } = await createApiKey(caller, caller.userId, {
      note,
      expiresAt: expiryTime(expiry),
      key: deriveApiKey(browserToken, [formToken, note, expiry]),
    });
    if (!isLive(apiKey)) return { done: "This API key was created before and is revoked." };
    return { page: apiKeyPage({ key, apiKey, timeZone: user.timeZone, account: accountAddress(visit) }) };
  });

function fieldsOf({ form }: Visit): { note: string; expiry: Expiry } {
  const { name = "", expires: expiry = "" } = form;
  const note = ApiKeyCreate.shape.note.safeParse(name).data;
  if (typeof note !== "string")
    throw new Failure("invalid_request", "Enter a name of at most 200 characters. No key was created.");
  if (!isExpiry(expiry))
    throw new Failure("invalid_request", "Choose when the API key expires. No key was created.");
  return { note, expiry };
}
