import * as z from "zod";
import { Claim } from "#lib/bookings/entity.ts";
import { entity } from "#lib/table/entity.ts";

/**
 * A reservation, found by its uid alone. `userId` is the host, with `otherHostIds` if there are several; `until` (seconds since 1970) is when it expires. The item stays for
 * a day longer (`ttl`), so that a booking that comes too late gets a clear error. The owners of minutes and seats contain the expiry.
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
 * The reservations a credential has made: `count` of them, each with an attribute that has the name of its owner
 * (`lib/claims/owner.ts`). Expired ones are removed when the limit is reached.
 */
export const ReservationsOfCredential = entity({
  name: "reservations-of-credential",
  key: { pk: "RC#{credentialId}", sk: "#" },
  schema: z.looseObject({ credentialId: z.string(), count: z.int(), ttl: z.int() }),
});
