import { putBusyTimes } from "#lib/calendar/external/busy-times.ts";
import { BusyTimesPut } from "#lib/calendar/external/input.ts";
import type { Caller } from "#lib/caller.ts";
import type { Busy } from "#test/support/builders/calendars.ts";

/** Replaces the busy times of a pushed calendar without a request, so that it can be stopped half-way. */
export const putBusy = (
  host: Caller,
  id: number,
  range: { from: string; to: string; busy: readonly Busy[] },
) => putBusyTimes(host, { id }, BusyTimesPut.parse(range));
