import * as z from "zod";
import { Parameter } from "#lib/entry/http/parameters.ts";
import { FormToken } from "#lib/entry/pages/html-forms.ts";

/** The parameters of the page of a reset link. */
export const ResetQuery = z.object({
  token: Parameter.optional().meta({ description: "Token of the reset link" }),
  changed: z.literal("1").optional().describe("Shows that the password was changed."),
});

/** The form for a new password. */
export const ResetForm = z.object({
  form_token: FormToken,
  password: Parameter.describe("New password, 8 to 1024 characters."),
  repeated: Parameter.describe("The new password again."),
});
