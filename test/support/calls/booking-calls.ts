import type { Caller } from "#lib/caller.ts";
import { bookingRequest } from "#test/support/builders/builders.ts";
import { callEndpoint } from "./call-endpoint.ts";

/** Requests a booking. */
export const create = (
  caller: Caller,
  eventTypeId: number,
  fields: { start: string } & Record<string, unknown>,
) => callEndpoint("bookings.create", caller, { body: bookingRequest(eventTypeId, fields) });

/** Requests a change of a booking. */
export const change = (caller: Caller, id: unknown, body: object) =>
  callEndpoint("bookings.update", caller, { path: { id: String(id) }, body });

/** Requests a cancellation. */
export const cancel = (caller: Caller, id: unknown) =>
  callEndpoint("bookings.cancel", caller, { path: { id: String(id) } });
