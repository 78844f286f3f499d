import * as z from "zod";
import { Parameter } from "#lib/entry/http/parameters.ts";
import { FormToken } from "#lib/entry/pages/html-forms.ts";

/** The parameters of an authorization request, for the OpenAPI document. `parseAuthorizeRequest` parses them. */
export const AuthorizeQuery = z.object({
  client_id: Parameter.meta({ description: "Client id of the application" }),
  redirect_uri: Parameter.meta({
    description: "URL to which the user returns. Must be identical to a registered one",
  }),
  response_type: z.literal("code").optional().describe("Always `code`."),
  scope: Parameter.optional().meta({
    description: "Requested scopes, separated by spaces; `READ_BOOKING READ_PROFILE` by default",
  }),
  state: Parameter.optional().meta({ description: "Returned unchanged with the response" }),
  code_challenge: Parameter.optional().meta({ description: "Required for public clients (RFC 7636)" }),
  code_challenge_method: z.literal("S256").optional().describe("Always `S256`."),
  prompt: Parameter.optional().meta({
    description:
      "`none` never shows a page and returns an error if one is needed; any other value always asks the user for consent",
  }),
});

/** The query of the forms of the sign-in page; empty for the account page. */
export const SignInQuery = AuthorizeQuery.partial();

/** The form of the consent page. */
export const ConsentForm = z.object({
  form_token: FormToken,
  decision: z.enum(["allow", "deny"]).describe("Whether the application gets access."),
});
