import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { makeEventType, makeHost } from "./builders.ts";

/** Creates a host with one event type. */
export async function makeCalendar(eventType: Record<string, unknown> = {}) {
  const host = await makeHost();
  return { host, eventType: await makeEventType(host, eventType) };
}

/** Awaits all calls and counts those that succeeded (`won`) and each failure code. */
export async function countOutcomes(tries: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(tries)) {
    const name = result.status === "fulfilled" ? "won" : nameOf(result.reason);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const nameOf = (reason: unknown): string => (reason instanceof Failure ? reason.code : `crashed: ${reason}`);

/** The claimed minutes of a host, in order. */
async function minutesOf({ userId }: Caller): Promise<number[]> {
  const rows = await queryAll(ClaimRow, { userId });
  return rows
    .flatMap((row) =>
      Object.keys(row)
        .filter((name) => /^m\d\d$/.test(name))
        .map((name) => (row.hour * 60 + Number(name.slice(1))) * 60_000),
    )
    .toSorted((a, b) => a - b);
}

/** The number of claimed minutes of a host. */
export const claimedMinutes = async (host: Caller): Promise<number> => (await minutesOf(host)).length;

/** The start, end and number of the claimed minutes of a host. */
export async function claimedRange(host: Caller) {
  const minutes = await minutesOf(host);
  const iso = (time = 0) => new Date(time).toISOString();
  return { from: iso(minutes[0]), to: iso((minutes.at(-1) ?? 0) + 60_000), count: minutes.length };
}

/** Lists a host's events, in order. */
async function listEvents({ userId }: Caller) {
  const events = await queryAll(EventItem, { userId });
  return events.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.sequence - b.sequence);
}

/** Lists the triggers of a host's events, in order. */
export const listTriggers = async (host: Caller): Promise<string[]> =>
  (await listEvents(host)).map(({ trigger }) => trigger);

/** Lists the payloads of a host's events, in order. */
export const listPayloads = async (host: Caller): Promise<unknown[]> =>
  (await listEvents(host)).map(({ payload }) => JSON.parse(payload));
