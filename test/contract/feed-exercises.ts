import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
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
      await lookAtSlots(act, { caller, key });
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

/** Lists slots of a host with a calendar, as a client and as an agent. */
async function lookAtSlots(act: Send, { caller, key }: Awaited<ReturnType<typeof makeUserWithKey>>) {
  const { id: eventTypeId } = await makeEventType(caller);
  const query = `eventTypeId=${eventTypeId}&start=2031-06-02&end=2031-06-03`;
  await act({ method: "GET", path: `/slots?${query}`, key });
  const params = { name: "find_slots", arguments: { eventTypeId } };
  await act({
    ...{ method: "POST", path: "/mcp", key },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
  });
}
