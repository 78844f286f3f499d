import * as z from "zod";
import { Claim } from "#lib/bookings/entity.ts";
import { entity } from "#lib/table/entity.ts";

/**
 * A reservation. `userId` is the host, with `otherHostIds` if there are several. `until` is the time at which it expires, in seconds since
 * 1970. The item stays for a day longer (`ttl`), so that a late booking gets a clear error.
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
    credentialId: z.string(),
    ttl: z.int(),
  }),
  accountClosing: "retained",
});
export type StoredReservation = z.output<typeof ReservationItem.schema>;

/**
 * The reservations of a credential: `count` of them, each with an attribute that has the name of its owner
 * (`lib/claims/owner.ts`). Expired ones are removed when the limit is reached.
 */
export const ReservationsOfCredential = entity({
  name: "reservations-of-credential",
  key: { pk: "RC#{credentialId}", sk: "#" },
  schema: z.looseObject({ credentialId: z.string(), count: z.int(), ttl: z.int() }),
});
