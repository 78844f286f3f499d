import { findEntities } from "#infra/entities.ts";

/** Options to erase a person without cancelling bookings and without waiting. */
export const KEEP = {
  entities: await findEntities(),
  isDryRun: false,
  mayCancel: false,
  wait: async () => undefined,
};
/** The same with cancelling bookings. */
export const MAY_CANCEL = { ...KEEP, mayCancel: true };
