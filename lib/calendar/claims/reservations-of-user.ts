import * as z from "zod";
import { entity } from "#lib/storage/table/entity.ts";

/**
 * The reservations that a user made, with any credential: `count` of them, each with an attribute that has the name of its owner
 * (`owner.ts`). Expired ones are removed when the limit is reached. There is an item for each group: all of them, and those of the
 * event types of each other user.
 */
export const ReservationsOfUser = entity({
  name: "reservations-of-user",
  key: { pk: "RC#{userId}", sk: "{group}" },
  schema: z.looseObject({ userId: z.int(), group: z.string(), count: z.int(), ttl: z.int() }),
  accountClosing: "retained",
});

/** The group of all reservations that a user made. */
export const ALL_RESERVATIONS = "all";

/** Returns the group of the reservations of the event types of one user. */
export const reservationsOf = (eventTypeOwnerId: number): string => `owner-${eventTypeOwnerId}`;
