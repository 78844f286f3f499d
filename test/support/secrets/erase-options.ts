import { listEntities } from "#infra/entities.ts";

/** Options to erase a person without cancelling bookings and without pauses. */
export const KEEP_BOOKINGS = {
  entities: await listEntities(),
  isDryRun: false,
  mayCancel: false,
  wait: async () => undefined,
  reportPass: () => undefined,
};
/** Options to erase a person and cancel their bookings. */
export const CANCEL_BOOKINGS = { ...KEEP_BOOKINGS, mayCancel: true };
