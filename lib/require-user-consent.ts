import { Failure } from "./failures.ts";
import { type Caller, hasScope } from "./caller.ts";

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
    `${action} gives other users access: use the user's API key, or a token with the scope ADMIN.`,
  );
}
