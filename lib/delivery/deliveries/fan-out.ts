import { DestinationMark } from "#lib/calendar/external/entity.ts";
import {
  type CalendarWriteMessage,
  hostIdsToWrite,
  sendCalendarWrites,
} from "#lib/delivery/calendars/messages.ts";
import { SubscribersItem, subscribersOf } from "#lib/delivery/subscriptions/entity.ts";
import {
  audiencesOfEvent,
  canReceive,
  dependsOnTeam,
  listRights,
  type WebhookAudience,
} from "#lib/delivery/subscriptions/rights.ts";
import { log } from "#lib/platform/log.ts";
import {
  type EventAudience,
  EventItem,
  type EventMessage,
  eventFields,
  hostIdsIn,
  isPublicEvent,
  type PublicEvent,
} from "#lib/storage/outbox/entity.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItems, findItemsOfEach, itemRequest } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { type Delivery, DeliveryItem, newDelivery } from "./entity.ts";
import { sendDeliveries } from "./lanes.ts";
import { deliveryMessage } from "./messages.ts";

/**
 * Creates one delivery per event and webhook that may receive it, and sends one message for its first attempt. A webhook has one
 * audience, so it gets an event once. If this is repeated, it creates no second delivery; the messages are ignored because their attempts
 * are recorded. Also sends a message for each host with a calendar to write to. It reads any number of events in two round trips.
 */
export async function fanOutEvents(messages: readonly EventMessage[]): Promise<void> {
  const { events, subscribers, writtenHosts } = await readEvents(messages);
  const receivers = await filterPermitted(events.flatMap((event) => receiversOf(event, subscribers)));
  const deliveries = receivers.map(({ event, subscriber }) => newDelivery(event, subscriber));
  await Promise.all(deliveries.map(createDelivery));
  await sendDeliveries(deliveries.map((delivery) => deliveryMessage(delivery)));
  // Last, so that webhooks don't depend on it.
  await sendCalendarWrites(events.flatMap((event) => calendarWritesOf(event, writtenHosts)));
  for (const event of events) {
    const { length } = receivers.filter((receiver) => receiver.event === event);
    log("info", "event fanned out", { ...eventFields(event), deliveries: length });
  }
}

type Subscribers = Map<WebhookAudience, ReturnType<typeof subscribersOf>>;

/** A webhook that subscribes to an event in its audience. */
interface Receiver {
  event: PublicEvent;
  audience: WebhookAudience;
  subscriber: ReturnType<typeof subscribersOf>[number];
}

const receiversOf = (event: Receiver["event"], subscribers: Subscribers): Receiver[] =>
  audiencesOfEvent(event).flatMap((audience) =>
    (subscribers.get(audience) ?? [])
      .filter(({ triggers }) => triggers.includes(event.trigger))
      .map((subscriber) => ({ event, audience, subscriber })),
  );

/** Removes the webhooks whose holders may not receive the event now. */
async function filterPermitted(receivers: readonly Receiver[]): Promise<Receiver[]> {
  const rights = await listRights(
    receivers.map(({ event, audience, subscriber: holder }) => ({
      holder,
      hostId: event.userId,
      teamId: dependsOnTeam(audience, event, holder) ? event.teamId : null,
    })),
  );
  return receivers.filter(({ event, audience }, at) => {
    const found = rights[at];
    return found !== undefined && canReceive(audience, event, found);
  });
}

/** Reads events, without those that are missing, the webhooks in their audiences, and which hosts have a calendar to write to. */
async function readEvents(
  messages: readonly EventMessage[],
): Promise<{ events: Receiver["event"][]; subscribers: Subscribers; writtenHosts: Set<number> }> {
  const requests = messages.map((message) => itemRequest(EventItem, message));
  const addressed = messages.every(hasAudience)
    ? messages
    : (await findItems(requests)).filter((event) => event !== undefined);
  const audiences = [...new Set(addressed.flatMap(audiencesOfEvent))];
  const hosts = [...new Set(addressed.flatMap(hostIdsIn))];
  const [events, subscribers, marks] = await findItemsOfEach([
    requests,
    audiences.map((audience) => itemRequest(SubscribersItem, { audience })),
    hosts.map((userId) => itemRequest(DestinationMark, { userId })),
  ]);
  return {
    events: events.filter((event) => event !== undefined).filter(isPublicEvent),
    subscribers: new Map(audiences.map((audience, at) => [audience, subscribersOf(subscribers[at])])),
    writtenHosts: new Set(hosts.filter((_, at) => marks[at])),
  };
}

const hasAudience = (message: EventMessage): message is EventMessage & EventAudience =>
  message.eventTypeId !== undefined && message.teamId !== undefined;

/** The messages for the hosts in whose calendars an event of a booking is visible. */
const calendarWritesOf = (event: Receiver["event"], writtenHosts: Set<number>): CalendarWriteMessage[] =>
  hostIdsToWrite(event)
    .filter((userId) => writtenHosts.has(userId))
    .map((userId) => ({ userId, bookingId: event.bookingId }));

async function createDelivery(delivery: Delivery): Promise<void> {
  await ignoreFailedCondition(writeOne(put(DeliveryItem, delivery)));
}
