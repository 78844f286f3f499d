import * as z from "zod";
import { CalendarType } from "#lib/calendar/external/schema.ts";
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
/** The query of the forms that connect calendars. */
export const ConnectCalendarQuery = z.object({ type: CalendarType.describe("Type of the calendars.") });
/** The forms that connect calendars; each has the fields of its type. */
export const ConnectCalendarForm = z.object({
  form_token: FormToken,
  name: Parameter.optional().describe("Name of the calendar; that of the feed if it is empty."),
  url: Parameter.optional().describe("URL of the feed or of the server."),
  username: Parameter.optional().describe("User name at the server."),
  password: Parameter.optional().describe("App password at the server."),
});
/** The query of the form that checks a calendar. */
export const CalendarQuery = z.object({ calendar: Parameter.describe("Id of the calendar.") });
const YesOrNo = z.enum(["yes", "no"]).optional();
/** The query of the forms that choose what a calendar is used for. */
export const UpdateCalendarQuery = CalendarQuery.extend({
  counts: YesOrNo.describe("Whether its busy times close slots."),
  destination: YesOrNo.describe("Whether bookings are written to it."),
});
/** The query of the forms of a connection. */
export const ConnectionQuery = z.object({
  connection: Parameter.describe("Id of the calendar's connection."),
});
/** The form that changes the credentials of a connection. */
export const UpdateConnectionForm = z.object({
  form_token: FormToken,
  url: Parameter.optional().describe("New URL of a feed."),
  password: Parameter.optional().describe("New app password of an account."),
});
/** The form that changes the password. */
export const ChangePasswordForm = z.object({
  form_token: FormToken,
  current_password: Parameter.describe("Current password."),
  new_password: Parameter.describe("New password."),
  new_password_again: Parameter.describe("The new password again."),
});
