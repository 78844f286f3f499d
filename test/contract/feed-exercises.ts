import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { allowCheck, exampleFeedUrl } from "./example-feed.ts";

/** Calls that use the permissions of endpoints that read calendars. In each of them, the busy times change. */
export const FEED_EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  {
    sentence: "a host connects a feed, checks it, changes its URL and its settings, and disconnects it",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const body = { type: "ics", url: await exampleFeedUrl() };
      await act({ method: "POST", path: "/calendar-connections", key, body });
      const { calendars } = await readCalendars(caller.userId);
      for (const calendar of calendars) {
        const path = `/calendars/${calendar.id}`;
        const connection = `/calendar-connections/${calendar.connectionId}`;
        await allowCheck(calendar);
        await act({ method: "POST", path: `${path}/sync`, key });
        await act({ method: "PATCH", path: connection, key, body: { url: await exampleFeedUrl() } });
        await act({ method: "PATCH", path, key, body: { tentative: "free" } });
        await act({ method: "PATCH", path, key, body: { tentative: "busy" } });
        await act({ method: "DELETE", path: connection, key });
      }
    },
  },
];
