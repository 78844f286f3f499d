import type { Scope } from "#lib/scopes.ts";

/** Scopes of a request without any. */
const DEFAULT_SCOPES: readonly Scope[] = ["READ_BOOKING", "READ_PROFILE"];

/**
 * Parses requested scopes, separated by spaces or commas. Without any, returns the allowed default scopes. Returns undefined if a scope is
 * unknown or not allowed, or if no default scope is allowed.
 */
export function parseScopes(text: string | undefined, allowed: readonly Scope[]): Scope[] | undefined {
  const names = (text ?? "").split(/[ ,]+/).filter((name) => name !== "");
  if (names.length === 0) {
    const defaults = DEFAULT_SCOPES.filter((scope) => allowed.includes(scope));
    return defaults.length > 0 ? defaults : undefined;
  }
  const scopes = [...new Set(names)].map((name) => allowed.find((scope) => scope === name));
  return scopes.every((scope) => scope !== undefined) ? scopes : undefined;
}
