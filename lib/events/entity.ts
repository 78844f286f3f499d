import * as z from "zod";
import { EmbeddedAuditEntry } from "#lib/table/audit-entity.ts";
import { entity, type KeyOf, type Stored } from "#lib/table/entity.ts";
import { EVENT_DATA } from "./personal-data.ts";
import { WebhookTrigger } from "./triggers.ts";

/** Index partitions the unpublished events are spread over. */
export const UNPUBLISHED_SHARDS = 4;

/** Whose webhooks receive an event, beside those of everybody. `otherHostIds` are the booking's hosts beside `userId`. */
export const EventScope = z.object({
  userId: z.int(),
  otherHostIds: z.array(z.int()).optional(),
  eventTypeId: z.int().nullable(),
  teamId: z.int().nullable(),
});
export type EventScope = z.output<typeof EventScope>;

/**
 * What happened to a booking, written in the same transaction as the change (the outbox, ADR 0004); kept 30 days.
 * `payload` is JSON text, so a late attempt sends the same bytes. While `unpublished` holds a shard the event is
 * in GSI1 and not yet on its way; publishing removes it, and `auditEntries`, which it brings into the audit trail. `causedBy` is what the log calls the invocation that recorded it.
 * A reschedule to another host, event type or team is recorded twice: `firstScope` in the second record, the original's, says who
 * gets the first one and needs no second.
 */
export const EventItem = entity({
  name: "event",
  key: { pk: "H#{userId}", sk: "EV#{createdAt}#{bookingId:10}#{sequence:6}" },
  indexes: { GSI1: { pk: "UNPUBLISHED#{unpublished}", sk: "{createdAt}#{id}" } },
  schema: z.object({
    ...EventScope.shape,
    id: z.string(),
    createdAt: z.string(),
    bookingId: z.int(),
    sequence: z.int(),
    trigger: WebhookTrigger,
    firstScope: EventScope.optional(),
    payload: z.string(),
    unpublished: z.int().optional(),
    auditEntries: z.array(EmbeddedAuditEntry).optional(),
    causedBy: z.string().optional(),
    ttl: z.int(),
  }),
  carriesAuditEntries: true,
  personal: EVENT_DATA,
  accountClosing: "kept",
});

/** The ids of all hosts in a scope. */
export const hostIdsIn = ({
  userId,
  otherHostIds = [],
}: Pick<EventScope, "userId" | "otherHostIds">): number[] => [userId, ...otherHostIds];

/** An event in the partition of another host of its booking: where it lies. With the same sort key, so that a host's list is in order. */
export const EventPointer = entity({
  name: "event-pointer",
  key: EventItem.key,
  schema: EventItem.schema
    .pick({ userId: true, createdAt: true, bookingId: true, sequence: true, ttl: true })
    .extend({ hostId: z.int() }),
  accountClosing: "attached",
});

/** Where an event lies: all that a message of the `events` queue says. */
export const EventKey = EventItem.schema.pick({
  userId: true,
  createdAt: true,
  bookingId: true,
  sequence: true,
});
export type EventKey = z.output<typeof EventKey> & KeyOf<typeof EventItem>;

/** The key of an event. */
export const eventKey = ({ userId, createdAt, bookingId, sequence }: Stored<typeof EventItem>): EventKey => ({
  userId,
  createdAt,
  bookingId,
  sequence,
});

/** What is logged of an event. */
export const eventFields = ({ id: eventId, trigger, bookingId, causedBy }: Stored<typeof EventItem>) => ({
  eventId,
  trigger,
  bookingId,
  causedBy,
});
