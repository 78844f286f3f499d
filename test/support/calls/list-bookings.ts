import type { Readable } from "node:stream";
import type { Caller } from "#lib/caller.ts";
import { askForList, followList, idsIn, type ListAnswer, streamOfList } from "./ask-for-list.ts";
import type { Query } from "./gateway-event.ts";

/** The body of a list of all bookings, not yet read. */
export const streamOfBookings = (caller: Caller): Promise<Readable> => streamOfList("bookings", caller);

/** Calls the function that lists bookings. */
export const askForBookings = (caller: Caller, query: Query = {}): Promise<ListAnswer> =>
  askForList("bookings", caller, query);

/** The ids a list of bookings answers with. */
export async function idsListed(caller: Caller, query: Query = {}): Promise<number[]> {
  return idsIn(await askForBookings(caller, query));
}

/** The ids of each page of bookings from one on to the last, as its links lead there. */
export const idsFollowing = (caller: Caller, first: Query): Promise<number[][]> =>
  followList("bookings", caller, first);
