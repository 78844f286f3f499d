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
/** The form that connects a pushed calendar. */
export const ConnectCalendarForm = z.object({
  form_token: FormToken,
  name: Parameter.describe("Name of the calendar."),
});
/** The query of the form that decides whether a calendar closes slots. */
export const UpdateCalendarQuery = z.object({
  calendar: Parameter.describe("Id of the calendar."),
  counts: z.enum(["yes", "no"]).describe("Whether its busy times close slots."),
});
/** The query of the form that disconnects a calendar. */
export const DisconnectCalendarQuery = z.object({
  connection: Parameter.describe("Id of the calendar's connection."),
});
/** The form that changes the password. */
export const ChangePasswordForm = z.object({
  form_token: FormToken,
  current_password: Parameter.describe("Current password."),
  new_password: Parameter.describe("New password."),
  new_password_again: Parameter.describe("The new password again."),
});
