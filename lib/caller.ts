import * as z from "zod";
import { Failure } from "./failures.ts";
import { Scope } from "./scopes.ts";

/** Role of a user in the whole service: ADMIN is the system-wide administrator. */
export const UserRole = z
  .enum(["USER", "ADMIN"])
  .describe("Role in the whole service: `ADMIN` is a system admin.");
export type UserRole = z.output<typeof UserRole>;

/** The OAuth grant a caller's access token was issued under, and the client it was issued to. */
export const GrantReference = z.object({ id: z.string(), clientId: z.string() });
export type GrantReference = z.output<typeof GrantReference>;

/** Who calls, as the authorizer found it. Every use case takes it as its first parameter. */
export const Caller = z.object({
  userId: z.int(),
  role: UserRole,
  /** The scopes of an OAuth token; `all` for an API key, which may do what its user may. */
  scopes: z.union([z.literal("all"), z.array(Scope)]),
  /** The organizations the user is an admin or owner of, when there are any (ADR 0008). */
  organizations: z.array(z.int()).optional(),
  /** Only of a caller with an access token. */
  grant: GrantReference.optional(),
  /** Id of the API key or grant, for logs and rate limits; never the credential itself. */
  credentialId: z.string(),
});
export type Caller = z.output<typeof Caller>;

/** Whether the caller holds a scope. */
export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.scopes === "all" || caller.scopes.includes(scope);

/**
 * Checks that the caller has all of the scopes.
 *
 * @throws {Failure} `insufficient_scope`
 */
export function requireScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !hasScope(caller, scope));
  if (missing.length === 0) return;
  const message = `The credential does not have the required scope ${missing.join(" ")}.`;
  throw new Failure("insufficient_scope", message);
}

/** Whether the caller acts with system-wide rights: an admin's token does so only with the scope ADMIN. */
export const isSystemAdmin = (caller: Caller): boolean =>
  caller.role === "ADMIN" && hasScope(caller, "ADMIN");

/**
 * The organizations whose members' bookings the caller sees and changes. A token needs the scope ADMIN for that, as for
 * all that goes beyond the user's own.
 */
export const organizationsOf = (caller: Caller): readonly number[] =>
  hasScope(caller, "ADMIN") ? (caller.organizations ?? []) : [];

/** The operator at the command line: a system admin who is no user. */
export const OPERATOR: Caller = { userId: 0, role: "ADMIN", scopes: "all", credentialId: "operator" };

/** The caller of a public endpoint: no user, and no rights. */
export const ANYONE: Caller = { userId: 0, role: "USER", scopes: [], credentialId: "anyone" };

/** Lets only a system admin go on, which the operator at the command line is. */
export function requireSystemAdmin(caller: Caller): void {
  if (!isSystemAdmin(caller)) throw new Failure("forbidden", "Only a system admin can do this.");
}

/**
 * Whose event types and webhooks a caller sees and changes: their own, everybody's for a system admin. The admin of an
 * organization sees no more than others.
 */
export const visibleOwner = (caller: Caller): number | "everybody" =>
  isSystemAdmin(caller) ? "everybody" : caller.userId;

/**
 * Throws unless the caller may give other users access to the user's data: the user may, with an API key; an application
 * needs the scope ADMIN, whatever else the user has allowed it.
 *
 * @throws {Failure} `insufficient_scope`
 */
export function requireUserConsent(caller: Caller, action: string): void {
  if (hasScope(caller, "ADMIN")) return;
  throw new Failure(
    "insufficient_scope",
    `${action} gives other users access. Use the user's API key or a token with the scope ADMIN.`,
  );
}

/**
 * Lets only system admins name another user.
 *
 * @throws {Failure} `forbidden`
 */
export function requireOwnUser(caller: Caller, userId: number | undefined): void {
  if (userId !== undefined && userId !== caller.userId && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only a system admin can name another user in userId.");
}

/**
 * Lets only users themselves and system admins manage a user's API keys and grants. An application can't, whatever its scopes are.
 *
 * @throws {Failure} `forbidden`
 */
export function requireOwnCredentials(caller: Caller, userId: number | undefined): void {
  if (isSystemAdmin(caller) || (caller.userId === userId && caller.scopes === "all")) return;
  throw new Failure("forbidden", "Only the user and system admins can do this.");
}
