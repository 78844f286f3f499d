/** How somebody is erased whose bookings are kept, in no time. */
export const KEEP = { isDryRun: false, mayCancel: false, wait: async () => undefined };
/** The same of somebody whose bookings are cancelled. */
export const MAY_CANCEL = { ...KEEP, mayCancel: true };
