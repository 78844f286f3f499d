import * as z from "zod";
import { Parameter } from "#lib/http/parameters.ts";
import { FormToken } from "#lib/pages/forms.ts";
import { EXPIRIES } from "./expiries.ts";

/** A form without fields of its own. */
export const PlainForm = z.object({ form_token: FormToken });
/** Which access is revoked. */
export const RevokeAccessQuery = z.object({
  grant: Parameter.describe("Id of the grant, or `all`."),
});
/** Which API key is revoked. */
export const RevokeApiKeyQuery = z.object({ key: Parameter.describe("Id of the API key.") });
/** The form that creates an API key. */
export const CreateApiKeyForm = z.object({
  form_token: FormToken,
  name: Parameter.describe("Name of the API key."),
  expires: z.enum(EXPIRIES).describe("Days after which the API key expires, or `never`."),
});
/** The form that changes the password. */
export const ChangePasswordForm = z.object({
  form_token: FormToken,
  current_password: Parameter.describe("Current password."),
  new_password: Parameter.describe("New password."),
  new_password_again: Parameter.describe("The new password again."),
});
