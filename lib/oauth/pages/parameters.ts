import * as z from "zod";
import { Parameter } from "#lib/http/parameters.ts";

/** The parameters of an authorization request, as the document tells of them; `parseAuthorizeRequest` reads them. */
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

const FormToken = Parameter.meta({ description: "Token from the form of the page" });

/** The form of the sign-in page. */
export const SignInForm = z.object({
  form_token: FormToken,
  email: Parameter.describe("Email address of the user."),
  password: Parameter.describe("Password of the user."),
});
/** The form that leads to the operator's OpenID provider. */
export const ProviderSignInForm = z.object({ form_token: FormToken });
/** What that provider sends the user back with (OpenID Connect Core §3.1.2.5, RFC 9207). */
export const ProviderAnswer = z.object({
  state: Parameter.describe("State of the sign-in."),
  code: Parameter.optional().describe("Code of the OpenID provider."),
  iss: Parameter.optional().describe("Issuer of the code."),
  error: Parameter.optional().describe("Error of the OpenID provider."),
});
/** The form of the consent page. */
export const ConsentForm = z.object({
  form_token: FormToken,
  decision: z.enum(["allow", "deny"]).describe("Whether the application gets access."),
});
/** The form that signs out. */
export const SignOutForm = z.object({ form_token: FormToken });
