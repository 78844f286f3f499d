import type { Readable } from "node:stream";
import type { Caller } from "#lib/caller.ts";
import type { Query } from "./gateway-event.ts";
import { idsIn, type ListResponse, listPages, requestList, streamOfList } from "./request-list.ts";

/** The stream of a list of all bookings. */
export const streamOfBookings = (caller: Caller): Promise<Readable> => streamOfList("bookings", caller);

/** Calls the function that lists bookings. */
export const requestBookings = (caller: Caller, query: Query = {}): Promise<ListResponse> =>
  requestList("bookings", caller, query);

/** The ids in a list of bookings. */
export async function listBookingIds(caller: Caller, query: Query = {}): Promise<number[]> {
  return idsIn(await requestBookings(caller, query));
}

/** Follows the links from a page of bookings to the last one, and returns the ids of each page. */
export const listBookingPages = (caller: Caller, first: Query): Promise<number[][]> =>
  listPages("bookings", caller, first);
