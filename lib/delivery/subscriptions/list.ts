import * as z from "zod";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { administeredTeams } from "#lib/identity/memberships/visibility.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import { countElements, type ListSource, type ReadOptions } from "#lib/storage/lists/source.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { queryPages } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import {
  renderWebhook,
  type StoredWebhook,
  SubscribersItem,
  subscribersOf,
  WebhookItem,
  WebhookOfUser,
} from "./entity.ts";
import { isOwnWebhook } from "./get.ts";
import type { Webhook } from "./schema.ts";

/** The query of the list of webhooks beside its pages. */
export const WebhookFilter = z.object({
  userId: WholeNumber.optional().describe(
    "Webhooks of this user. Only for system admins; ignored for other callers.",
  ),
});
export type WebhookFilter = z.output<typeof WebhookFilter>;

/**
 * The webhooks that the caller can access, oldest first: their own and those of teams they administer; all webhooks, or those of a user, for
 * a system admin.
 */
export function listWebhooks(caller: Caller, { userId }: WebhookFilter = {}): ListSource<Webhook> {
  if (isSystemAdmin(caller))
    return userId === undefined
      ? listOfPartition(WebhookItem, {}, { index: "GSI2", render: renderWebhook })
      : listOfPartition(WebhookOfUser, { userId }, { render: renderWebhook });
  const read = (reading: ReadOptions) => readWebhooks(caller, reading);
  return { read, positionOf: ({ id }) => id, count: () => countElements(read({})) };
}

/** Merges the pages of the caller's own webhooks with the webhooks of their teams, which are few. */
async function* readWebhooks(caller: Caller, { after, most }: ReadOptions): AsyncGenerator<Webhook[]> {
  const { userId } = caller;
  const range = {
    ...(after !== undefined && { after: primaryKey(WebhookOfUser, { userId, id: after }).sk }),
    ...(most !== undefined && { limit: most }),
  };
  const pages = queryPages(WebhookOfUser, { userId }, range);
  const [teamWebhooks, first] = await Promise.all([webhooksOfTeams(caller), pages.next()]);
  let remaining = teamWebhooks.filter(({ id }) => after === undefined || id > after);
  for (let page = first; !page.done; page = await pages.next()) {
    // The last one may be a webhook of a team, which is only in `remaining`.
    const end = page.value.at(-1)?.id ?? "";
    yield sortById([...page.value.filter(isOwnWebhook), ...remaining.filter(({ id }) => id <= end)]);
    remaining = remaining.filter(({ id }) => id > end);
  }
  yield sortById(remaining);
}

const sortById = (webhooks: readonly StoredWebhook[]): Webhook[] =>
  webhooks.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(renderWebhook);

/** The webhooks of all teams that the caller administers: at most 20 per team. */
async function webhooksOfTeams(caller: Caller): Promise<StoredWebhook[]> {
  const teams = await administeredTeams(caller);
  const subscribers = await findItems(
    teams.map((teamId) => itemRequest(SubscribersItem, { audience: `T:${teamId}` })),
  );
  const ids = subscribers.flatMap(subscribersOf).map(({ webhookId }) => webhookId);
  const webhooks = await findItems(ids.map((id) => itemRequest(WebhookItem, { id })));
  return webhooks.flatMap((webhook) =>
    webhook?.teamId != null && teams.includes(webhook.teamId) ? [webhook] : [],
  );
}
