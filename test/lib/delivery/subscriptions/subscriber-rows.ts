import { expect } from "vitest";
import { SubscribersItem } from "#lib/delivery/subscriptions/entity.ts";
import type { WebhookAudience } from "#lib/delivery/subscriptions/rights.ts";
import type { Failure } from "#lib/failures.ts";
import { findItem } from "#lib/storage/table/read.ts";

/** Matches a failure with a code. */
export const failure = (code: Failure["code"]) => expect.objectContaining({ code });

/** The number of webhooks in a audience. */
export const countIn = async (audience: WebhookAudience): Promise<number | undefined> =>
  (await findItem(SubscribersItem, { audience }))?.count;
