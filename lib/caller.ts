import * as z from "zod";
import { Failure } from "./failures.ts";
import { Scope } from "./scopes.ts";

/** Role of a user in the whole service. */
export const UserRole = z
  .enum(["USER", "ADMIN"])
  .describe("Role in the whole service: `ADMIN` is a system admin.");
export type UserRole = z.output<typeof UserRole>;

/** The OAuth grant of an access token, and the client to which it was issued. */
export const GrantReference = z.object({ id: z.string(), clientId: z.string() });
export type GrantReference = z.output<typeof GrantReference>;

/** The user, the rights and the credential of a request, as the authorizer found them. First parameter of every use case. */
export const Caller = z.object({
  userId: z.int(),
  role: UserRole,
  /** The scopes of an access token; `all` for an API key, which has all rights of its user. */
  scopes: z.union([z.literal("all"), z.array(Scope)]),
  /** The organizations of which the user is an admin or owner, if any (ADR 0008). */
  organizations: z.array(z.int()).optional(),
  /** Only for an access token. */
  grant: GrantReference.optional(),
  /** Id of the API key or grant, for logs and rate limits; never the credential itself. */
  credentialId: z.string(),
});
export type Caller = z.output<typeof Caller>;

/** Whether the caller has a scope. */
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

/** Whether the caller has the rights of a system admin. A token of a system admin needs the scope ADMIN. */
export const isSystemAdmin = (caller: Caller): boolean =>
  caller.role === "ADMIN" && hasScope(caller, "ADMIN");

/**
 * The organizations whose members' bookings the caller can access. A token needs the scope ADMIN, as for all access beyond the user's own
 * data.
 */
export const organizationsOf = (caller: Caller): readonly number[] =>
  hasScope(caller, "ADMIN") ? (caller.organizations ?? []) : [];

/** The operator at the command line: a system admin without a user. */
export const OPERATOR: Caller = { userId: 0, role: "ADMIN", scopes: "all", credentialId: "operator" };

/** The caller of a public endpoint, without a user and without rights. */
export const ANYONE: Caller = { userId: 0, role: "USER", scopes: [], credentialId: "anyone" };

/**
 * Requires a system admin, such as the operator at the command line.
 *
 * @throws {Failure} `forbidden`
 */
export function requireSystemAdmin(caller: Caller): void {
  if (!isSystemAdmin(caller)) throw new Failure("forbidden", "Only a system admin can do this.");
}

/**
 * The owner whose resources a list has: the user or, for a system admin, everybody, unless `userId` filters them. The filter is ignored for
 * other callers. The admin of an organization has no further access.
 */
export const visibleOwner = (caller: Caller, userId: number | undefined): number | "everybody" =>
  isSystemAdmin(caller) ? (userId ?? "everybody") : caller.userId;

/**
 * Requires that the caller may give others access to the user's data: the user with an API key, or an application with the scope ADMIN.
 *
 * @throws {Failure} `insufficient_scope`
 */
export function requireUserConsent(caller: Caller, action: string): void {
  if (hasScope(caller, "ADMIN")) return;
  throw new Failure(
    "insufficient_scope",
    `${action} gives others access. Use the user's API key or a token with the scope ADMIN.`,
  );
}

/**
 * Requires a system admin if the request names another user.
 *
 * @throws {Failure} `forbidden`
 */
export function requireOwnUser(caller: Caller, userId: number | undefined): void {
  if (userId !== undefined && userId !== caller.userId && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only a system admin can name another user in userId.");
}

/**
 * Requires the user, with an API key, or a system admin, to manage the user's API keys and grants. An application can't, with any scopes.
 *
 * @throws {Failure} `forbidden`
 */
export function requireOwnCredentials(caller: Caller, userId: number | undefined): void {
  if (isSystemAdmin(caller) || (caller.userId === userId && caller.scopes === "all")) return;
  throw new Failure("forbidden", "Only the user and system admins can do this.");
}
