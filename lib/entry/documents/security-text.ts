import type { Content } from "#lib/entry/http/content-endpoint.ts";
import { now } from "#lib/platform/clock.ts";
import { setting } from "#lib/platform/env.ts";

const VALID_MILLISECONDS = 90 * 86_400_000;

/**
 * Renders where to report a security problem (RFC 9116): the operator's contact or, by default, `security@` the domain (RFC 2142 §4).
 */
export function securityText(baseUrl: string): Content {
  const expiry = new Date(now() + VALID_MILLISECONDS).toISOString().slice(0, 10);
  const contact = setting("SECURITY_CONTACT") ?? `mailto:security@${new URL(baseUrl).hostname}`;
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expiry}T00:00:00Z`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ];
  return { body: `${lines.join("\n")}\n`, headers: { "Cache-Control": "public, no-cache" } };
}
