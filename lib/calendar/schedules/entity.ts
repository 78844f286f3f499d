import * as z from "zod";
import { entity, Version } from "#lib/storage/table/entity.ts";
import { Schedule } from "./schema.ts";

/** An availability entry of a schedule; times in minutes of the day, 0 to 1440. */
const Entry = z.object({
  id: z.int(),
  days: z.array(z.int()),
  startTime: z.int(),
  endTime: z.int(),
  date: z.string().nullable(),
});

/**
 * A schedule with all its entries. `nextEntry` is the number of the next new entry, from 1. Whether it is the default is only in its user
 * (`defaultScheduleId`).
 */
export const ScheduleItem = entity({
  name: "schedule",
  key: { pk: "H#{userId}", sk: "SC#{id:10}" },
  versioned: true,
  schema: Schedule.omit({ availability: true, isDefault: true }).extend({
    entries: z.array(Entry),
    nextEntry: z.int(),
    version: Version,
  }),
  attributes: ["id", "userId"],
  audit: { resource: "schedule", id: "{id}", only: ["name", "timeZone", "entries"] },
  personal: [{ of: "user", id: "userId", fields: { name: "redact" } }],
  accountClosing: "ended",
});
export type StoredSchedule = z.output<typeof ScheduleItem.schema>;

/**
 * The user of a schedule, so that system admins can find it by id, and `eventTypeCount`: the number of event types that use it, which
 * their transactions update. It is not part of the schedule, whose version would change with it.
 */
export const ScheduleLocator = entity({
  name: "schedule-locator",
  key: { pk: "SI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int(), eventTypeCount: z.int() }),
  accountClosing: "attached",
});
