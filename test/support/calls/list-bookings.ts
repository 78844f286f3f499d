import type { Readable } from "node:stream";
import type { Caller } from "#lib/caller.ts";
import type { Query } from "./gateway-event.ts";
import { idsIn, type ListResponse, listPages, requestList, streamOfList } from "./request-list.ts";

/** The body of a list of all bookings, not yet read. */
export const streamOfBookings = (caller: Caller): Promise<Readable> => streamOfList("bookings", caller);

/** Calls the function that lists bookings. */
export const requestBookings = (caller: Caller, query: Query = {}): Promise<ListResponse> =>
  requestList("bookings", caller, query);

/** The ids a list of bookings answers with. */
export async function listBookingIds(caller: Caller, query: Query = {}): Promise<number[]> {
  return idsIn(await requestBookings(caller, query));
}

/** The ids of each page of bookings from one on to the last, as its links lead there. */
export const listBookingPages = (caller: Caller, first: Query): Promise<number[][]> =>
  listPages("bookings", caller, first);
