import * as z from "zod";
import { DueMeeting, meetingTimers } from "#lib/bookings/due-meeting.ts";
import { overdueSince, sweepEventShard } from "#lib/bookings/events/sweep.ts";
import { CalendarsOfUser, DueCalendar } from "#lib/calendar/external/entity.ts";
import { projectionTimers } from "#lib/calendar/external/projection-timer.ts";
import { sendChecks } from "#lib/calendar/external/send-checks.ts";
import { CalendarEventItem } from "#lib/delivery/calendars/entity.ts";
import { calendarWriteTimers } from "#lib/delivery/calendars/messages.ts";
import { breakerTimer } from "#lib/delivery/circuit-breaker/breaker.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { attemptTimer } from "#lib/delivery/deliveries/messages.ts";
import { EmailItem } from "#lib/mail/emails/entity.ts";
import { emailTimers } from "#lib/mail/emails/messages.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { shardsOf } from "#lib/platform/shard.ts";
import { UNPUBLISHED_SHARDS } from "#lib/storage/outbox/entity.ts";
import {
  type IndexRun,
  type IndexRunResult,
  processDueItems,
  requireReadable,
} from "#lib/storage/table/due.ts";
import type { Entity, Stored } from "#lib/storage/table/entity.ts";
import { DUE_SHARDS, type DueKind, partitionOf } from "#lib/storage/timers/due.ts";
import { setTimers, type TimerSetting } from "#lib/storage/timers/timer.ts";

/** Milliseconds: a sweep starts work that is due before the next sweep, and a little later. */
const LOOKAHEAD = 75_000;
/** Milliseconds until the next sweep starts, which continues where this one stopped. */
const INTERVAL = 60_000;
/** Milliseconds after which the sweep of a shard continues with another message, so that it doesn't delay other timers. */
const LONGEST_RUN = 5_000;

/** The number of shards of each kind of work. */
const SHARDS = { ...DUE_SHARDS, events: UNPUBLISHED_SHARDS };
const SweepKind = z.enum([
  "events",
  "deliveries",
  "breakers",
  "meetings",
  "projections",
  "calendars",
  "calendar-writes",
  "mails",
]);

/** A message of the `timers` queue: continues the sweep of one shard after a position, until its end or the next sweep. */
export const SweepTimer = z.object({
  timer: z.literal("sweep"),
  kind: SweepKind,
  shard: z.int().min(0),
  until: z.string(),
  after: z.string(),
  /** When the next sweep starts (ISO 8601). */
  endsAt: z.string(),
});
export type SweepTimer = z.output<typeof SweepTimer>;

/** A shard of one kind of work, with the items in it that are due until a time (ISO 8601). */
export interface SweptShard {
  kind: z.output<typeof SweepKind>;
  shard: number;
  until: string;
}

/**
 * Publishes events that the stream did not publish, and sets timers for all work that is due before the next sweep. It processes the first
 * page of each shard; messages continue the shards with more (ADR 0025). If one part fails, the others still run.
 *
 * @throws {AggregateError} of all failures
 */
export const sweep = (): Promise<void> => sweepShards(shardsToSweep());

/** The shards of a sweep that starts now. */
export function shardsToSweep(): SweptShard[] {
  const due = inMilliseconds(LOOKAHEAD);
  // A FIFO queue can't delay messages, so checks of calendars are sent when they are due.
  const untilOf: Partial<Record<SweptShard["kind"], string>> = {
    events: overdueSince(),
    calendars: nowIso(),
  };
  return SweepKind.options.flatMap((kind) => {
    const until = untilOf[kind] ?? due;
    return shardsOf(SHARDS[kind]).map((shard) => ({ kind, shard, until }));
  });
}

/** Sweeps some shards, see `sweep`. */
export async function sweepShards(shards: SweptShard[]): Promise<void> {
  const endsAt = inMilliseconds(INTERVAL);
  const results = await Promise.allSettled(
    shards.map(async (part) => {
      const run = await sweepShard(part, { until: part.until, most: 1 });
      const { next: after } = run;
      if (after !== undefined) await setSweepTimer({ timer: "sweep", ...part, after, endsAt });
      requireReadable(run);
    }),
  );
  const failures = results.flatMap((result) => {
    if (result.status === "fulfilled") return [];
    return result.reason instanceof AggregateError ? result.reason.errors : [result.reason];
  });
  if (failures.length > 0) throw new AggregateError(failures);
}

const inMilliseconds = (span: number): string => new Date(now() + span).toISOString();

/**
 * Continues the sweep of one shard for some seconds, then by another message. It ends when the next sweep starts: otherwise two would process
 * the same items. If the message is lost, the next sweep continues.
 */
export async function continueSweep(timer: SweepTimer): Promise<void> {
  if (nowIso() >= timer.endsAt) return;
  const { until, after } = timer;
  const run = await sweepShard(timer, { until, after, longestRun: LONGEST_RUN });
  if (run.next !== undefined) await setSweepTimer({ ...timer, after: run.next });
  requireReadable(run);
}

const setSweepTimer = (timer: SweepTimer): Promise<void> =>
  setTimers([{ timer, group: `sweep-${timer.kind}-${timer.shard}`, at: nowIso() }]);

function sweepShard(
  { kind, shard }: Pick<SweepTimer, "kind" | "shard">,
  run: IndexRun,
): Promise<IndexRunResult> {
  return kind === "events"
    ? sweepEventShard(shard, run)
    : DUE_WORK[kind]({ ...run, due: partitionOf(kind, shard) });
}

/** Processes the due items in one index partition. */
type ProcessDue = (run: IndexRun & { due: string }) => Promise<IndexRunResult>;

/** Sets the timers of due items. */
const setTimersOf =
  <E extends Entity>(entity: E, timersOf: (item: Stored<E>) => TimerSetting[]): ProcessDue =>
  (run) =>
    processDueItems({ ...run, entity, process: (items) => setTimers(items.flatMap(timersOf)) });

const DUE_WORK: Record<DueKind, ProcessDue> = {
  deliveries: setTimersOf(DeliveryItem, (delivery) => [attemptTimer(delivery)]),
  breakers: setTimersOf(WebhookHealth, (health) => [breakerTimer(health)]),
  meetings: setTimersOf(DueMeeting, meetingTimers),
  projections: setTimersOf(CalendarsOfUser, projectionTimers),
  "calendar-writes": setTimersOf(CalendarEventItem, calendarWriteTimers),
  mails: setTimersOf(EmailItem, emailTimers),
  calendars: (run) =>
    processDueItems({
      ...run,
      entity: DueCalendar,
      process: (items) => sendChecks(items.map(({ userId, id }) => ({ userId, calendarId: id }))),
    }),
};
