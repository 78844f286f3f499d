import type * as z from "zod";
import { connectCalendars, NewConnection } from "#lib/calendar/external/connect.ts";
import { calendarProblem } from "#lib/calendar/external/failure.ts";
import { type CalendarUpdate, ConnectionCreate, ConnectionUpdate } from "#lib/calendar/external/input.ts";
import { syncCalendar } from "#lib/calendar/external/sync.ts";
import { updateCalendar } from "#lib/calendar/external/update.ts";
import { updateConnection } from "#lib/calendar/external/update-connection.ts";
import { disconnectCalendars } from "#lib/delivery/calendars/disconnect.ts";
import { runOnceByKey } from "#lib/entry/http/idempotency.ts";
import { issueText } from "#lib/entry/http/issue-text.ts";
import { sentFields } from "#lib/entry/http/parameters.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { Failure } from "#lib/failures.ts";
import { isRecent } from "#lib/identity/sign-in/session.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import {
  CONNECT_CALENDAR,
  DISCONNECT_CALENDAR,
  SYNC_CALENDAR,
  UPDATE_CALENDAR,
  UPDATE_CALENDAR_CONNECTION,
} from "./html-forms.ts";
import { submitForm, valueIn } from "./submit-forms.ts";

/** Connects calendars. The same form sent again connects no others. */
export const submitConnectCalendar = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, CONNECT_CALENDAR, async ({ caller }) => {
    const { form_token: formToken = "", ...typed } = visit.form;
    const fields = { ...sentFields(typed), type: visit.query["type"]?.[0] };
    const input = parseFields(
      ConnectionCreate.safeParse(fields, { error: issueText }),
      "No calendar was connected.",
    );
    // The token is random, so the stored hash of the key does not disclose a password.
    const key = JSON.stringify([formToken, fields]);
    const spec = { id: "account.connect-calendar", result: NewConnection };
    const { result } = await runOnceByKey({ spec, caller, key, request: [] }, () =>
      connectCalendars(caller, input, visit.apiHost),
    );
    return { done: connectedText(result) };
  });

/** The fields of a form in sentences. */
const LABELS: Readonly<Record<string, string>> = {
  name: "name",
  url: "address",
  username: "user name",
  password: "app password",
};

/** Returns the parsed fields of a form, or throws the first problem, and what was not done. */
function parseFields<T>({ data, error }: z.ZodSafeParseResult<T>, consequence: string): T {
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  const label = LABELS[String(issue?.path[0])] ?? "form";
  throw new Failure("invalid_request", `The ${label} ${issue?.message}. ${consequence}`);
}

function connectedText({ connection, calendars, total }: NewConnection): string {
  const [first, ...others] = calendars;
  if (others.length === 0) return `The calendar ${first?.name} is connected.`;
  const which = total > calendars.length ? `The first ${calendars.length} of ${total}` : `All ${total}`;
  return `${which} calendars of ${connection.account} are connected. ${first?.name} closes slots.`;
}

/**
 * Chooses whether the busy times of a calendar close slots, or whether bookings are written to it. That needs a recent sign-in, because its
 * server gets them longer than the session lasts.
 */
export const submitUpdateCalendar = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, UPDATE_CALENDAR, async ({ caller, session }) => {
    const countsAsBusy = choiceIn(visit, "counts");
    const isDestination = choiceIn(visit, "destination");
    if (isDestination && !isRecent(session))
      throw new Failure(
        "forbidden",
        "Sign in again before you choose where bookings are written. Nothing was changed.",
      );
    const changes: CalendarUpdate = {
      ...(countsAsBusy !== undefined && { countsAsBusy }),
      ...(isDestination !== undefined && { isDestination }),
    };
    const { name } = await updateCalendar(caller, { id: idIn(visit, "calendar") }, changes);
    if (isDestination !== undefined)
      return { done: `Bookings are ${isDestination ? "written" : "no longer written"} to ${name}.` };
    return { done: `The busy times of ${name} ${countsAsBusy ? "close slots" : "no longer close slots"}.` };
  });

/** Checks a calendar now. */
export const submitSyncCalendar = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, SYNC_CALENDAR, async ({ caller }) => {
    const { name, error } = await syncCalendar(caller, idIn(visit, "calendar"));
    if (error !== null)
      throw new Failure("calendar_unreachable", `${name} can't be read. ${calendarProblem(error)}`);
    return { done: `${name} was read.` };
  });

/** Changes the password of an account or the URL of a feed; never both, which would be another server that gets bookings. */
export const submitUpdateConnection = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, UPDATE_CALENDAR_CONNECTION, async ({ caller }) => {
    const { url = "", password = "" } = visit.form;
    const fields = sentFields(password === "" ? { url } : { password });
    if (Object.keys(fields).length === 0)
      throw new Failure("invalid_request", "The field is empty. Nothing was changed.");
    const changes = parseFields(
      ConnectionUpdate.safeParse(fields, { error: issueText }),
      "Nothing was changed.",
    );
    const target = { id: idIn(visit, "connection"), apiHost: visit.apiHost };
    const { connection } = await updateConnection(caller, target, changes);
    return { done: `${connection.account} was read. The change is saved.` };
  });

/** Disconnects the calendars of a connection. */
export const submitDisconnectCalendar = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, DISCONNECT_CALENDAR, async ({ caller }) => {
    try {
      const { calendars } = await disconnectCalendars(caller, { id: idIn(visit, "connection") });
      return { done: `Disconnected: ${calendars.map(({ name }) => name).join(", ")}.` };
    } catch (error) {
      // The form was sent twice.
      if (!(error instanceof Failure && error.code === "not_found")) throw error;
      return { done: "The calendar is disconnected." };
    }
  });

/** The choice of a button; undefined if it has another purpose. */
function choiceIn({ query }: Visit, name: string): boolean | undefined {
  const [choice] = query[name] ?? [];
  return choice === undefined ? undefined : choice === "yes";
}

const idIn = (visit: Visit, name: string): number => valueIn(visit, name, WholeNumber);
