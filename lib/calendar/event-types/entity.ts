import * as z from "zod";
import { entity, Version } from "#lib/storage/table/entity.ts";
import { EventType } from "./schema.ts";

/**
 * The counters of an event type with limits (ADR 0043). `id` is part of their keys: new counters are used if the time zone, the first
 * day of the week (0 = Sunday) or the kinds of limits change. `since` and `completedAt` are in milliseconds since 1970: when they came
 * into use, and the last time at which the bookings that existed were counted.
 */
const Counters = z.object({
  id: z.int(),
  timeZone: z.string(),
  weekStart: z.int(),
  since: z.int(),
  completedAt: z.int().nullable(),
});

const schema = EventType.extend({
  version: Version,
  teamName: z.string().nullable(),
  counters: Counters.nullable().default(null),
  // Users who were in `hosts` before and may have bookings.
  formerHostIds: z.array(z.int()).optional(),
});

/** What an event type and its copy have in common. */
const SHARED = {
  versioned: true,
  schema,
  attributes: ["id", "userId"],
  format: 6,
  personal: [
    {
      of: "user",
      id: "userId",
      fields: { title: "redact", description: "redact", "locations.*.optionValue": "empty" },
    },
  ],
  notPersonal: ["bookingFields.*.name", "teamName", "destinationCalendarId"],
} as const;

/** An event type, by its id. The index lists those of a team. */
export const EventTypeItem = entity({
  name: "event-type",
  key: { pk: "E#{id}", sk: "#" },
  indexes: { GSI2: { pk: "TE#{teamId}", sk: "{id:10}" } },
  ...SHARED,
  audit: { resource: "event-type", id: "{id}" },
  accountClosing: "ended",
});

/** Copy of an event type in its owner's partition, so that listing is one query. Both are written in one transaction. */
export const EventTypeOfUser = entity({
  name: "event-type-of-user",
  key: { pk: "H#{userId}", sk: "E#{id:10}" },
  ...SHARED,
  accountClosing: "attached",
});
