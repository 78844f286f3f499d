import { OPERATOR } from "#lib/caller.ts";
import { Failure, undefinedIfNotFound } from "#lib/failures.ts";
import { getTeam } from "#lib/identity/teams/read.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { UserEmail } from "#lib/identity/users/input.ts";
import { getUser } from "#lib/identity/users/read.ts";
import { UsageError } from "./parse-options.ts";

/** A user on the command line: an id or an email address. */
export type UserReference = { id: number } | { email: string };
/** A team on the command line: an id or a slug. */
export type TeamReference = { id: number } | { slug: string };

const DIGITS = /^\d{1,15}$/;

/** Parses a reference to a user. */
export function parseUserReference(text: unknown): UserReference {
  if (typeof text !== "string") throw new UsageError("--user: is required");
  if (DIGITS.test(text)) return { id: Number(text) };
  const email = UserEmail.safeParse(text);
  if (!email.success) throw new UsageError(`"${text}" is not the id or email of a user`);
  return { email: email.data };
}

/** Parses a reference to a team. */
export function parseTeamReference(text: unknown): TeamReference {
  if (typeof text !== "string") throw new UsageError("--team: is required");
  return DIGITS.test(text) ? { id: Number(text) } : { slug: text };
}

/** Parses a reference to a booking, its id or its uid. */
export function parseBookingReference(text: unknown): { bookingId: number } | { bookingUid: string } {
  if (typeof text !== "string") throw new UsageError("--booking: is required");
  return DIGITS.test(text) ? { bookingId: Number(text) } : { bookingUid: text };
}

/** Parses an id that is an argument of a command. */
export function parseId(text: string | undefined): number {
  if (text === undefined || !DIGITS.test(text)) throw new UsageError(`"${text ?? ""}" is not an id`);
  return Number(text);
}

/**
 * Gets the user of a reference.
 *
 * @throws {Failure} `not_found`
 */
export const resolveUser = async (reference: UserReference): Promise<Account> => {
  const user = await undefinedIfNotFound(getUser(OPERATOR, reference));
  return user ?? throwNotFound("User", reference);
};

/**
 * Gets the team of a reference.
 *
 * @throws {Failure} `not_found`
 */
export const resolveTeam = async (reference: TeamReference): Promise<Team> => {
  const team = await undefinedIfNotFound(getTeam(OPERATOR, reference));
  return team ?? throwNotFound("Team", reference);
};

function throwNotFound(what: "User" | "Team", reference: object): never {
  const names = what === "User" ? "id or email" : "id or slug";
  const list = `npm run admin -- ${what.toLowerCase()}s list`;
  const [value] = Object.values(reference);
  throw new Failure("not_found", `${what} "${value}" not found. Use the ${names}; \`${list}\` prints both.`);
}
