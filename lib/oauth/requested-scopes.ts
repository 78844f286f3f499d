import type { Scope } from "#lib/scopes.ts";

/** What a client gets that does not say what it wants. */
const DEFAULT_SCOPES: readonly Scope[] = ["READ_BOOKING", "READ_PROFILE"];

/**
 * The scopes a request asks for, separated by spaces or commas; without any those every client may have. Undefined when
 * one is unknown or not among those allowed.
 */
export function requestedScopes(text: string | undefined, allowed: readonly Scope[]): Scope[] | undefined {
  const names = (text ?? "").split(/[ ,]+/).filter((name) => name !== "");
  if (names.length === 0) {
    const ordinary = DEFAULT_SCOPES.filter((scope) => allowed.includes(scope));
    return ordinary.length > 0 ? ordinary : undefined;
  }
  const wanted = [...new Set(names)].map((name) => allowed.find((scope) => scope === name));
  return wanted.every((scope) => scope !== undefined) ? wanted : undefined;
}
