import { now } from "#lib/platform/clock.ts";

/** The suffix of an owner that expires: seconds since 1970. No id of a booking and no name of a seated time has it. */
const EXPIRY = /\/(\d{9,11})$/;

/**
 * Returns an owner of minutes that expires. It contains the expiry, so that a claim row can be checked without reading the reservation.
 * `name` is a {@link reservationName}, or the name of a seated time that has only reservations; `until` is in seconds since 1970.
 */
export const expiringOwner = (name: string, until: number): string => `${name}/${until}`;

/** Returns the name of a reservation in claim rows and seated times. */
export const reservationName = (uid: string): string => `reservation/${uid}`;

/** Whether an owner is a reservation. */
export const isReservation = (owner: string): boolean => owner.startsWith(reservationName(""));

/** Whether an owner has this name, with or without an expiry. */
export const isOwnerNamed = (owner: unknown, name: number | string): boolean =>
  owner === name || (typeof owner === "string" && nameOfOwner(owner) === name);

/** Returns the name of an owner, without its expiry. */
export const nameOfOwner = (owner: string): string => owner.replace(EXPIRY, "");

/** Returns the name of the seated time that an owner is, also while it has only reservations; undefined for other owners. */
export const seatedTimeOf = (owner: unknown): string | undefined =>
  typeof owner === "string" && owner.includes("@") ? nameOfOwner(owner) : undefined;

/** Returns the uid of the reservation that an owner is; undefined for other owners. */
export const reservationUidOf = (owner: unknown): string | undefined =>
  typeof owner === "string" && isReservation(owner)
    ? nameOfOwner(owner).slice(reservationName("").length)
    : undefined;

/** Returns the second at which an owner expires; undefined if it doesn't. */
export function expiryOf(owner: unknown): number | undefined {
  const seconds = typeof owner === "string" ? EXPIRY.exec(owner)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds);
}

/** Whether a time, in seconds since 1970, has passed, such as the end of a reservation. */
export const isOver = (until: number): boolean => until * 1_000 <= now();

/** Whether an owner has expired, so that its minutes are free. */
export function hasExpired(owner: unknown): boolean {
  const until = expiryOf(owner);
  return until !== undefined && isOver(until);
}
