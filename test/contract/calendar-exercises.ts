import * as z from "zod";
import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import { EXTERNAL_MINUTES } from "#lib/calendar/claims/external-minutes.ts";
import { CalendarsOfUser } from "#lib/calendar/external/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { recordWrittenEvents } from "./example-feed.ts";

const DAY = 86_400_000;
const Connected = z.object({
  calendar_connection: z.object({ id: z.int() }),
  calendars: z.tuple([z.object({ id: z.int() })]),
});

/** Calls that use the permissions of calendar endpoints that the examples do not use. */
export const CALENDAR_EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  {
    sentence: "busy times of a calendar are replaced and listed, and stop to count",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const { id, connectionId } = await connect(act, key);
      await pushTwo(act, { id, key });
      await act({ method: "GET", path: `/calendars/${id}/busy?take=1&cursor=`, key });
      await act({ method: "PATCH", path: `/calendars/${id}`, key, body: { countsAsBusy: false } });
      await act({ method: "PATCH", path: `/calendars/${id}`, key, body: { countsAsBusy: true } });
      await interruptProjection(caller.userId);
      await connect(act, key);
      await recordWrittenEvents(caller.userId);
      await act({ method: "DELETE", path: `/calendar-connections/${connectionId}`, key });
    },
  },
];

async function connect(act: Send, key: string) {
  const body = { type: "pushed", name: "Work" };
  const { json } = await act({ method: "POST", path: "/calendar-connections", key, body });
  const { calendar_connection: connection, calendars } = Connected.parse(json);
  return { id: calendars[0].id, connectionId: connection.id };
}

async function pushTwo(act: Send, { id, key }: { id: number; key: string }): Promise<void> {
  const midnight = Math.ceil(Date.now() / DAY) * DAY;
  const at = (hour: number) => new Date(midnight + hour * 3_600_000).toISOString();
  const busy = [9, 12].map((hour) => ({ start: at(hour), end: at(hour + 1) }));
  const body = { from: at(0), to: at(24), busy };
  await act({ method: "PUT", path: `/calendars/${id}/busy`, key, body });
}

/** Leaves the claim rows of a user without busy times, as a function that stopped after it stored them. */
async function interruptProjection(userId: number): Promise<void> {
  for (const row of await queryAll(ClaimRow, { userId }))
    await writeOne(update(ClaimRow, row, { remove: [EXTERNAL_MINUTES] }));
  await writeOne(update(CalendarsOfUser, { userId }, { set: { projected: 0 } }));
}
