import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";
import { EventType } from "./model.ts";

const schema = EventType.extend({ version: Version, teamName: z.string().nullable() });

/** An event type, found by its id: what a booking is made against. */
export const EventTypeItem = entity({
  name: "event-type",
  key: { pk: "E#{id}", sk: "#" },
  versioned: true,
  schema,
});

/** The same, in its owner's partition, so that listing is one query. Both are written in one transaction. */
export const EventTypeOfUser = entity({
  name: "event-type-of-user",
  key: { pk: "H#{userId}", sk: "E#{id:10}" },
  versioned: true,
  schema,
});
