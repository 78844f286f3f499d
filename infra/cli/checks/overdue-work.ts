import { BookingItem } from "#lib/bookings/entity.ts";
import { CalendarsOfUser, DueCalendar } from "#lib/calendar/external/entity.ts";
import { CalendarEventItem } from "#lib/delivery/calendars/entity.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { EmailItem } from "#lib/mail/emails/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { EventItem, UNPUBLISHED_SHARDS } from "#lib/storage/outbox/entity.ts";
import type { Entity } from "#lib/storage/table/entity.ts";
import { KEYS_ONLY_INDEX } from "#lib/storage/table/indexes.ts";
import { queryKeyPages, type Values } from "#lib/storage/table/query.ts";
import { type DueKind, duePartitions } from "#lib/storage/timers/due.ts";
import { type Finding, problem } from "./check.ts";

/** The kinds of work in the due index, with the finding for overdue work. */
const DUE: Record<DueKind, { entity: Entity; late: string; runbook: string }> = {
  meetings: {
    entity: BookingItem,
    late: "starts and ends of meetings are not sent",
    runbook: "meetings-late",
  },
  deliveries: {
    entity: DeliveryItem,
    late: "retries of deliveries are not sent",
    runbook: "deliveries-late",
  },
  breakers: { entity: WebhookHealth, late: "subscribers that failed are not probed", runbook: "sweep-fails" },
  projections: {
    entity: CalendarsOfUser,
    late: "new busy times of calendars do not close slots",
    runbook: "sweep-fails",
  },
  "calendar-writes": {
    entity: CalendarEventItem,
    late: "bookings are not written to calendars again",
    runbook: "sweep-fails",
  },
  mails: {
    entity: EmailItem,
    late: "mails are not sent again",
    runbook: "sweep-fails",
  },
  calendars: {
    entity: DueCalendar,
    late: "connected calendars are not checked",
    runbook: "sweep-fails",
  },
};

/** Checks for due work that the sweep should have started. */
export async function checkDueWork(): Promise<Finding[]> {
  const kinds = (Object.keys(DUE) as DueKind[]).map(async (kind): Promise<Finding> => {
    const { entity, late, runbook } = DUE[kind];
    const keys = duePartitions(kind).map((due) => ({ due }));
    return (await hasOverdueItems(entity, keys))
      ? problem(
          `${kind}: ${late}`,
          "The function events.sweep does not run, or fails. Read its log.",
          runbook,
        )
      : { text: `${kind}: nothing is overdue` };
  });
  return Promise.all(kinds);
}

/** Checks for unpublished events that the sweep should have published. */
export async function checkEvents(): Promise<Finding> {
  const keys = Array.from({ length: UNPUBLISHED_SHARDS }, (_, unpublished) => ({ unpublished }));
  return (await hasOverdueItems(EventItem, keys))
    ? problem(
        "some events are older than ten minutes and not published",
        "Neither the stream nor the sweep publishes events. Read the logs of stream.dispatch and events.sweep.",
        "stream-behind",
      )
    : { text: "all events older than ten minutes are published" };
}

/** Milliseconds within which the sweep, which runs every minute, should have handled an item. */
const MAX_WAIT_MS = 10 * 60_000;

/** Whether the due index has an item, under any of these keys, that the sweep should have handled. */
async function hasOverdueItems<E extends Entity>(entity: E, keys: readonly Values<E>[]): Promise<boolean> {
  const until = new Date(now() - MAX_WAIT_MS).toISOString();
  const range = { index: KEYS_ONLY_INDEX, until, limit: 1 };
  const oldest = keys.map((key) => queryKeyPages(entity, key, range).next());
  return (await Promise.all(oldest)).some(({ value }) => value !== undefined && value.length > 0);
}
