import * as z from "zod";
import { Parameter } from "#lib/entry/http/parameters.ts";
import { FormToken } from "#lib/entry/pages/html-forms.ts";

/** The form of the sign-in page. */
export const SignInForm = z.object({
  form_token: FormToken,
  email: Parameter.describe("Email address of the user."),
  password: Parameter.describe("Password of the user."),
});
/** The form that starts a sign-in at the operator's OpenID provider. */
export const ProviderSignInForm = z.object({ form_token: FormToken });
/** The query with which that provider redirects the user back (OpenID Connect Core §3.1.2.5, RFC 9207). */
export const ProviderAnswer = z.object({
  state: Parameter.describe("State of the sign-in."),
  code: Parameter.optional().describe("Code of the OpenID provider."),
  iss: Parameter.optional().describe("Issuer of the code."),
  error: Parameter.optional().describe("Error of the OpenID provider."),
});
/** The form that signs out. */
export const SignOutForm = z.object({ form_token: FormToken });
