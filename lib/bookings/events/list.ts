import * as z from "zod";
import { type Caller, hasScope } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import { RangeStart } from "#lib/platform/instant.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { type Batch, batchOf, type ListSource, type ReadOptions } from "#lib/storage/lists/source.ts";
import {
  EventItem,
  EventPointer,
  hostIdsIn,
  isPublicEvent,
  NO_BOOKING,
  type PublicEvent,
} from "#lib/storage/outbox/entity.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { primaryKey, type Stored } from "#lib/storage/table/entity.ts";
import type { Range } from "#lib/storage/table/query.ts";
import { findItems, itemRequest, queryEither, queryEitherBatch } from "#lib/storage/table/read.ts";
import type { Event } from "./schema.ts";

/** Query parameters of the list of events, without those of paging. */
export const EventFilter = z.object({
  trigger: WebhookTrigger.optional().describe("Only events with this trigger."),
  bookingId: WholeNumber.optional().describe("Only events of this booking."),
  dateFrom: RangeStart.optional().describe(
    "Only events at or after this time; a date means its first moment.",
  ),
});
export type EventFilter = z.output<typeof EventFilter>;

/**
 * The events of the bookings that the caller hosts, and of the caller's calendars, oldest first; admins get only their own, too. The list ends before the events that
 * are not yet settled, so a client that continues after the last event misses none. With a filter, a page reads 1 MB of events.
 */
export function listEvents(
  caller: Caller,
  { trigger, bookingId, dateFrom }: EventFilter = {},
): ListSource<PublicEvent> {
  const { userId } = caller;
  const canReadCalendars = hasScope(caller, "READ_CALENDAR");
  const end = sortKeyAt(settledUntil());
  const start = dateFrom === undefined ? undefined : sortKeyAt(dateFrom);
  const isFiltered = trigger !== undefined || bookingId !== undefined;
  const matches = (event: PublicEvent): boolean =>
    (canReadCalendars || event.bookingId !== NO_BOOKING) &&
    !(event.firstScope && hostIdsIn(event.firstScope).includes(userId)) &&
    event.trigger === (trigger ?? event.trigger) &&
    event.bookingId === (bookingId ?? event.bookingId);
  async function* read({ after = start, most }: ReadOptions): AsyncGenerator<PublicEvent[]> {
    const range = rangeBetween(after, end);
    const limit = most === undefined || isFiltered ? {} : { limit: most };
    if (range)
      for await (const page of queryEither(EVENT_OR_POINTER, { userId }, { ...range, ...limit }))
        yield (await followPointers(page)).filter(matches);
  }
  async function batch(after = start, take: number): Promise<Batch<PublicEvent>> {
    const range = rangeBetween(after, end);
    if (!range) return { items: [], next: undefined, ...(after !== undefined && { later: after }) };
    const limit = isFiltered ? {} : { limit: take + 1 };
    const { items, next } = await queryEitherBatch(EVENT_OR_POINTER, { userId }, { ...range, ...limit });
    const events = await followPointers(items);
    const found = batchOf(events.filter(matches), { take, positionOf, next });
    return found.next === undefined ? { ...found, later: end } : found;
  }
  return { read, batch, positionOf, render: renderEvent };
}

const EVENT_OR_POINTER = [EventItem, EventPointer] as const;

/** Replaces pointers with their events, and omits those about which only mails are sent. */
async function followPointers(
  page: readonly Stored<typeof EventItem | typeof EventPointer>[],
): Promise<PublicEvent[]> {
  const keyOf = ({ hostId, ...pointer }: Stored<typeof EventPointer>) =>
    itemRequest(EventItem, { ...pointer, userId: hostId });
  const found = await findItems(page.flatMap((one) => ("hostId" in one ? [keyOf(one)] : [])));
  let next = 0;
  const events = page.flatMap((one) => ("hostId" in one ? (found[next++] ?? []) : [one]));
  return events.filter(isPublicEvent);
}

/** A sort key after all events before an instant, and before all other events. */
const sortKeyAt = (instant: string): string => `EV#${instant}`;

const positionOf = (event: PublicEvent): string => primaryKey(EventItem, event).sk;

/** The range between two sort keys; undefined if it is empty. */
const rangeBetween = (after: string | undefined, until: string): Range | undefined => {
  if (after === undefined) return { until };
  return after < until ? { after, until } : undefined;
};

const renderEvent = ({ trigger, payload, id, createdAt, bookingId, sequence }: PublicEvent): Event => ({
  id,
  triggerEvent: trigger,
  createdAt,
  bookingId: bookingId === NO_BOOKING ? null : bookingId,
  sequence,
  payload: JSON.parse(payload),
});

/** Maximum seconds that a function which records events runs. */
export const LONGEST_RECORDING_SECONDS = 30;
/** Seconds for clock skew, and for a write that was still running when its function ended. */
const MARGIN_SECONDS = 5;

/**
 * The instant (ISO 8601) before which no new event can appear. The `createdAt` of an event is set before its transaction, so a
 * transaction that takes longer can add an event before one that is already in the table.
 */
export const settledUntil = (): string =>
  new Date(now() - (LONGEST_RECORDING_SECONDS + MARGIN_SECONDS) * 1000).toISOString();
