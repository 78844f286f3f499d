import * as z from "zod";
import { EmbeddedAuditEntry } from "#lib/storage/table/audit-entity.ts";
import { entity, type KeyOf, type Stored } from "#lib/storage/table/entity.ts";
import { EVENT_DATA } from "./personal-data.ts";
import { EventTrigger, REMINDER, type WebhookTrigger } from "./triggers.ts";

/**
 * Number of index partitions of the unpublished events. A partition takes 1,000 write units a second, and an event needs two: one when it is
 * written, one when it is published (docs/scale.md).
 */
export const UNPUBLISHED_SHARDS = 64;

/** `bookingId` of an event that is not about a booking. No booking has it. */
export const NO_BOOKING = 0;

/** Whose webhooks receive an event, in addition to platform webhooks. `otherHostIds`: the hosts of the booking other than `userId`. */
export const EventAudience = z.object({
  userId: z.int(),
  otherHostIds: z.array(z.int()).optional(),
  eventTypeId: z.int().nullable(),
  teamId: z.int().nullable(),
});
export type EventAudience = z.output<typeof EventAudience>;

/** A person who was in a booking before an event, or in the one that it replaces, and is in it no more: for mails. */
export const FormerParticipant = z.object({
  role: z.enum(["guest", "host"]),
  /** The booking was cancelled or rejected before, and they have a mail about that, unless this event came before it was sent. */
  wasEnded: z.literal(true).optional(),
  /** The id of the guest. */
  attendeeId: z.int().optional(),
  /** The id of the host. */
  userId: z.int().optional(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  /** Of a host. */
  timeFormat: z.union([z.literal(12), z.literal(24)]).optional(),
});
export type FormerParticipant = z.output<typeof FormerParticipant>;

/**
 * What happened to a booking, or to a calendar of its user, written in the transaction of the change (the outbox, ADR 0004); deleted after 30 days.
 * `payload` is JSON text, so that each attempt sends the same bytes. While the event is not yet published, `unpublished` is its shard in
 * GSI1. Publishing removes that attribute, and `auditEntries` after writing them to the audit trail. `causedBy` is the request id of the
 * invocation that recorded the event. A reschedule to another host, event type or team is recorded twice, for both audiences: `firstScope` of
 * the second event is the audience of the first, whose webhooks don't receive the second. `left`: the people who left the booking by it; missing if
 * nobody did.
 */
export const EventItem = entity({
  name: "event",
  key: { pk: "H#{userId}", sk: "EV#{createdAt}#{bookingId:10}#{sequence:6}" },
  indexes: { GSI1: { pk: "UNPUBLISHED#{unpublished}", sk: "{createdAt}#{id}" } },
  schema: z.object({
    ...EventAudience.shape,
    id: z.string(),
    createdAt: z.string(),
    bookingId: z.int(),
    sequence: z.int(),
    trigger: EventTrigger,
    left: z.array(FormerParticipant).optional(),
    firstScope: EventAudience.optional(),
    payload: z.string(),
    unpublished: z.int().optional(),
    auditEntries: z.array(EmbeddedAuditEntry).optional(),
    causedBy: z.string().optional(),
    ttl: z.int(),
  }),
  embedsAuditEntries: true,
  personal: EVENT_DATA,
  accountClosing: "retained",
});

/** An event that webhooks and lists of events contain. */
export type PublicEvent = Stored<typeof EventItem> & { trigger: WebhookTrigger };

/** Whether webhooks and lists of events contain an event. */
export const isPublicEvent = (event: Stored<typeof EventItem>): event is PublicEvent =>
  event.trigger !== REMINDER;

/** The ids of all hosts in an audience. */
export const hostIdsIn = ({
  userId,
  otherHostIds = [],
}: Pick<EventAudience, "userId" | "otherHostIds">): number[] => [userId, ...otherHostIds];

/** The key of an event, in the partition of another host of its booking, with the event's sort key so that the host's list is sorted. */
export const EventPointer = entity({
  name: "event-pointer",
  key: EventItem.key,
  schema: EventItem.schema
    .pick({ userId: true, createdAt: true, bookingId: true, sequence: true, ttl: true })
    .extend({ hostId: z.int() }),
  accountClosing: "attached",
});

/** The key of an event. */
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

/**
 * The message of the `events` queue: the key of an event, and its audience, whose webhooks are read together with the event. Messages that were
 * sent before an upgrade may have no audience.
 */
export const EventMessage = EventAudience.partial().extend({
  ...EventKey.shape,
  firstScope: EventAudience.optional(),
});
export type EventMessage = z.output<typeof EventMessage>;

/** The fields of an event in the log. */
export const eventFields = ({ id: eventId, trigger, bookingId, causedBy }: Stored<typeof EventItem>) => ({
  eventId,
  trigger,
  bookingId,
  causedBy,
});
