import { makeEventType, makeSchedule, makeUserWithKey } from "#test/support/builders/builders.ts";
import type { Send } from "#test/support/calls/api-client.ts";

/** Calls that use the permissions of schedule endpoints that the examples do not use. */
export const SCHEDULE_EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  {
    sentence: "an admin reads, changes and deletes a schedule of a user with two",
    run: async (act) => {
      const [{ key }, { caller }] = [await makeUserWithKey("ADMIN"), await makeUserWithKey()];
      await makeSchedule(caller);
      const { id, entries } = await makeSchedule(caller);
      const path = `/schedules/${id}`;
      await act({ method: "GET", path, key });
      await act({ method: "PATCH", path, key, body: { isDefault: true } });
      const body = { scheduleId: id, days: [0], startTime: "10:00", endTime: "12:00" };
      await act({ method: "POST", path: "/availabilities", key, body });
      const availability = `/availabilities/${entries[0]?.id}`;
      await act({ method: "GET", path: availability, key });
      await act({ method: "PATCH", path: availability, key, body: { endTime: "18:00" } });
      await act({ method: "DELETE", path: availability, key });
      await act({ method: "GET", path: `/schedules?userId=${caller.userId}`, key });
      await act({ method: "DELETE", path, key });
    },
  },
  {
    sentence: "an event type with a schedule is changed to none, and another one is deleted",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const { id: scheduleId } = await makeSchedule(caller);
      const [first, second] = [
        await makeEventType(caller, { scheduleId }),
        await makeEventType(caller, { scheduleId }),
      ];
      const body = { scheduleId: null };
      await act({ method: "PATCH", path: `/event-types/${first.id}`, key, body });
      await act({ method: "DELETE", path: `/event-types/${second.id}`, key });
    },
  },
];
