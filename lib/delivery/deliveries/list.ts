import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { sinceTarget } from "#lib/delivery/subscriptions/entity.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { now } from "#lib/platform/clock.ts";
import { RangeEnd, RangeStart } from "#lib/platform/instant.ts";
import { type Batch, batchOf, type ListSource, type ReadOptions } from "#lib/storage/lists/source.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { countItems, queryBatch, queryPages, type Range } from "#lib/storage/table/query.ts";
import { DELIVERY_DAYS, type Delivery, DeliveryItem } from "./entity.ts";
import { renderDelivery } from "./schema.ts";

/** Query parameters of the list of deliveries, without those of paging. */
export const DeliveryFilter = z.object({
  status: DeliveryItem.schema.shape.status.optional().describe("Only deliveries with this status."),
  trigger: WebhookTrigger.optional().describe("Only deliveries of events with this trigger."),
  httpStatus: z
    .enum(["2xx", "3xx", "4xx", "5xx", "none"])
    .optional()
    .describe("Only deliveries whose last attempt had such a response; `none`: no response."),
  dateFrom: RangeStart.optional().describe(
    "Only deliveries of events at or after this time; a date means its first moment.",
  ),
  dateTo: RangeEnd.optional().describe(
    "Only deliveries of events at or before this time; a date means its last moment.",
  ),
});
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

/**
 * The deliveries of a webhook that the caller can access, newest first. With a filter other than time there is no count, so the list
 * supports cursors only, and a page reads 1 MB of deliveries.
 */
export async function listDeliveries(
  caller: Caller,
  id: string,
  filter: DeliveryFilter = {},
): Promise<ListSource<Delivery>> {
  const webhook = await getWebhook(caller, id);
  const { id: webhookId } = webhook;
  const { status, trigger, httpStatus, dateTo } = filter;
  const times = { dateTo, dateFrom: sinceTarget(webhook, filter.dateFrom) };
  const isFiltered = status !== undefined || trigger !== undefined || httpStatus !== undefined;
  const matches = (delivery: Delivery): boolean =>
    delivery.status === (status ?? delivery.status) &&
    delivery.trigger === (trigger ?? delivery.trigger) &&
    (httpStatus === undefined || lastStatusClass(delivery) === httpStatus);
  async function* read({ after, most }: ReadOptions): AsyncGenerator<Delivery[]> {
    const range = rangeOf(times, after);
    const limit = most === undefined || isFiltered ? {} : { limit: most };
    if (range)
      for await (const page of queryPages(DeliveryItem, { webhookId }, { ...range, ...limit }))
        yield page.filter(matches);
  }
  const source = { read, positionOf, render: renderDelivery };
  if (!isFiltered) return { ...source, count: () => countBetween(webhookId, rangeOf(times)) };
  async function batch(after: string | undefined, take: number): Promise<Batch<Delivery>> {
    const range = rangeOf(times, after);
    if (!range) return { items: [], next: undefined };
    const { items, next } = await queryBatch(DeliveryItem, { webhookId }, range);
    return batchOf(items.filter(matches), { take, positionOf, next });
  }
  return { ...source, batch };
}

const positionOf = (delivery: Delivery): string => primaryKey(DeliveryItem, delivery).sk;

/** The class of the last attempt's HTTP status, such as `5xx`; undefined without an attempt. */
function lastStatusClass({ attempts }: Delivery): string | undefined {
  const last = attempts.at(-1);
  if (!last) return undefined;
  return last.status === null ? "none" : `${Math.floor(last.status / 100)}xx`;
}

/** The range of sort keys after a position, newest first; undefined if it is empty. */
function rangeOf(
  { dateFrom = "", dateTo }: Pick<DeliveryFilter, "dateFrom" | "dateTo">,
  position?: string,
): Range | undefined {
  const oldest = new Date(now() - DELIVERY_DAYS * 86_400_000).toISOString();
  const after = `D#${dateFrom > oldest ? dateFrom : oldest}`;
  const until = position === undefined ? `D#${dateTo ?? ""}\uffff` : justBefore(position);
  return after < until ? { after, until, reverse: true } : undefined;
}

/** The end of a range that contains all sort keys before this one. */
const justBefore = (key: string): string =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}\uffff`;

const countBetween = async (webhookId: string, range: Range | undefined): Promise<number> =>
  range ? (await countItems(DeliveryItem, { webhookId }, range)).count : 0;
