import { Failure } from "#lib/failures.ts";
import type { StoredWebhook } from "./entity.ts";

/**
 * Requires that a webhook receives anything.
 *
 * @throws {Failure} `conflict` when it is switched off
 */
export function requireActive({ active }: Pick<StoredWebhook, "active">): void {
  if (!active) throw new Failure("conflict", "The webhook is disabled. Set `active` to true first.");
}
