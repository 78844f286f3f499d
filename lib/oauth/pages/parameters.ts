import * as z from "zod";

/** The parameters of an authorization request, as the document tells of them; `parseAuthorizeRequest` reads them. */
export const AuthorizeQuery = z.object({
  client_id: z.string().meta({ description: "The application" }),
  redirect_uri: z
    .string()
    .meta({ description: "Where the user goes back to; one that is registered, letter by letter" }),
  response_type: z.literal("code").optional(),
  scope: z.string().optional().meta({
    description: "What is asked for, separated by spaces; READ_BOOKING READ_PROFILE unless it is said",
  }),
  state: z.string().optional().meta({ description: "Comes back with the answer" }),
  code_challenge: z.string().optional().meta({ description: "Needed of public clients (RFC 7636)" }),
  code_challenge_method: z.literal("S256").optional(),
  prompt: z.string().optional().meta({
    description:
      "`none` asks the user nothing and tells what would have to be asked; anything else asks in any case",
  }),
});

const FormToken = z.string().meta({ description: "As the page had it" });

/** The form of the sign-in page. */
export const SignInForm = z.object({ form_token: FormToken, email: z.string(), password: z.string() });
/** The form that leads to the operator's OpenID provider. */
export const ProviderSignInForm = z.object({ form_token: FormToken });
/** What that provider sends the user back with (OpenID Connect Core §3.1.2.5, RFC 9207). */
export const ProviderAnswer = z.object({
  state: z.string(),
  code: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
});
/** The form of the consent page. */
export const ConsentForm = z.object({ form_token: FormToken, decision: z.enum(["allow", "deny"]) });
/** The form that signs out. */
export const SignOutForm = z.object({ form_token: FormToken });
