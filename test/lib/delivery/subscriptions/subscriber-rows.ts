import { expect } from "vitest";
import type { Failure } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { SubscribersItem } from "#lib/webhooks/subscriptions/entity.ts";
import type { WebhookScope } from "#lib/webhooks/subscriptions/rights.ts";

/** Matches a failure with a code. */
export const failure = (code: Failure["code"]) => expect.objectContaining({ code });

/** The number of webhooks in a scope. */
export const countIn = async (scope: WebhookScope): Promise<number | undefined> =>
  (await getItem(SubscribersItem, { scope }))?.count;
