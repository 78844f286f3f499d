import * as z from "zod";
import { Claim } from "#lib/bookings/entity.ts";
import { entity } from "#lib/storage/table/entity.ts";

/**
 * A reservation. `userId` is the host, with `otherHostIds` if there are several; `creatorId` is the user who made it. `until` is the time at
 * which it expires, in seconds since 1970. `groups` are those in which it counts for its creator (`lib/calendar/claims/reservations-of-user.ts`),
 * `countedIn` the counters of its event type's limits. The item stays for a day longer (`ttl`), so that a late booking gets a clear error.
 */
export const ReservationItem = entity({
  name: "reservation",
  key: { pk: "RV#{uid}", sk: "#" },
  schema: z.object({
    uid: z.string(),
    userId: z.int(),
    otherHostIds: z.array(z.int()).optional(),
    eventTypeId: z.int(),
    startTime: z.string(),
    endTime: z.string(),
    until: z.int(),
    claim: Claim,
    creatorId: z.int(),
    groups: z.array(z.string()),
    countedIn: z.array(z.string()).optional(),
    ttl: z.int(),
  }),
  accountClosing: "retained",
});
export type StoredReservation = z.output<typeof ReservationItem.schema>;
