import { MINUTE } from "#lib/platform/minutes.ts";

/** Returns the ISO instant of a reminder: `minutes` before the start. */
export const reminderTime = (startTime: string, minutes: number): string =>
  new Date(Date.parse(startTime) - minutes * MINUTE).toISOString();
