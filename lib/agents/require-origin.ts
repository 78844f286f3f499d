import { Failure } from "#lib/failures.ts";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Requires that a page which calls the MCP server has a trustworthy origin: https, or this machine. A page that reaches a local server
 * by DNS rebinding has neither, because the server has no certificate for its name (specification 2026-07-28, "Streamable HTTP").
 *
 * @throws {Failure} `forbidden`
 */
export function requireTrustedOrigin(origin: string | undefined): void {
  if (origin === undefined || isTrusted(origin)) return;
  throw new Failure(
    "forbidden",
    "Pages can use the MCP server only from an https origin or from this machine.",
  );
}

function isTrusted(origin: string): boolean {
  const { protocol, hostname } = URL.parse(origin) ?? {};
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname ?? ""));
}
