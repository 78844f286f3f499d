import * as z from "zod";
import { Parameter } from "#lib/entry/http/parameters.ts";
import { FormToken } from "#lib/entry/pages/html-forms.ts";
import { EXPIRIES } from "./html-forms.ts";

/** A form that has only a button. */
export const ButtonForm = z.object({ form_token: FormToken });
/** The query of the form that revokes the access of an application, or of all. */
export const RevokeAccessQuery = z.object({
  grant: Parameter.describe("Id of the grant, or `all`."),
});
/** The query of the form that revokes an API key. */
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
