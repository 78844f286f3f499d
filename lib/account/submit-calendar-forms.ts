import { connectCalendars } from "#lib/calendar/external/connect.ts";
import { disconnectCalendars } from "#lib/calendar/external/disconnect.ts";
import { CalendarName } from "#lib/calendar/external/input.ts";
import { updateCalendar } from "#lib/calendar/external/update.ts";
import { runOnceByKey } from "#lib/entry/http/idempotency.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { Failure } from "#lib/failures.ts";
import { CONNECT_CALENDAR, DISCONNECT_CALENDAR, UPDATE_CALENDAR } from "./html-forms.ts";
import { submitForm } from "./submit-forms.ts";

/** Connects a pushed calendar. The same form sent again connects no second one. */
export const submitConnectCalendar = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, CONNECT_CALENDAR, async ({ caller }) => {
    const { name: typed = "", form_token: formToken = "" } = visit.form;
    const name = CalendarName.safeParse(typed).data;
    if (name === undefined)
      throw new Failure(
        "invalid_request",
        "Enter a name of at most 200 characters. No calendar was connected.",
      );
    const spec = { id: "account.connect-calendar" };
    await runOnceByKey({ spec, caller, key: formToken, request: [name] }, () =>
      connectCalendars(caller, { type: "pushed", name }, apiHostOf(visit)),
    );
    return { done: `The calendar ${name} is connected.` };
  });

/** Decides whether the busy times of a calendar close slots. */
export const submitUpdateCalendar = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, UPDATE_CALENDAR, async ({ caller }) => {
    const countsAsBusy = visit.query["counts"]?.[0] === "yes";
    const { name } = await updateCalendar(caller, { id: idIn(visit, "calendar") }, { countsAsBusy });
    return { done: `The busy times of ${name} ${countsAsBusy ? "close slots" : "no longer close slots"}.` };
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

const apiHostOf = ({ baseUrl }: Visit): string => new URL(baseUrl).host;

const idIn = ({ query }: Visit, name: string): number => Number(query[name]?.[0]);
