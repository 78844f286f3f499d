import type { Caller } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { type StoredWebhook, WebhookItem } from "./entity.ts";
import { canAccessWebhook } from "./visibility.ts";

/**
 * Gets a webhook that the caller can access.
 *
 * @throws {Failure} `not_found`
 *
 * @example
 * const { subscriberUrl } = await getWebhook(caller, "wh_3mXb7QvK");
 */
export async function getWebhook(caller: Caller, id: string): Promise<StoredWebhook> {
  const webhook = await findItem(WebhookItem, { id });
  if (!webhook || !(await canAccessWebhook(caller, webhook))) throw notFound("Webhook");
  return webhook;
}

/**
 * Requires that a webhook is active.
 *
 * @throws {Failure} `conflict` if it is disabled
 */
export function requireActive({ active }: Pick<StoredWebhook, "active">): void {
  if (!active) throw new Failure("conflict", "The webhook is disabled. Set `active` to true first.");
}
