import * as z from "zod";
import type { Range } from "#lib/calendar/availability/calendar.ts";
import { clipRanges, mergeRanges } from "#lib/calendar/availability/ranges.ts";
import { ClaimRow, claimRowKey } from "#lib/calendar/claims/claims.ts";
import { EXTERNAL_MINUTES, externalMinutesText } from "#lib/calendar/claims/external-minutes.ts";
import { now } from "#lib/platform/clock.ts";
import { DAY_MINUTES, MINUTE } from "#lib/platform/minutes.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { projection } from "#lib/storage/table/entity.ts";
import { check, type Operation, update } from "#lib/storage/table/operations.ts";
import { queryPages } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { listCountedBusyTimes } from "./counted-busy-times.ts";
import { CalendarsOfUser } from "./entity.ts";

/** The part of a claim row that belongs to other calendars. */
const ExternalMinutesOfHour = projection(ClaimRow, {
  schema: z.object({ userId: z.int(), hour: z.int(), [EXTERNAL_MINUTES]: z.string().optional() }),
});

const HOUR = 60;
/** Rows that one transaction changes, beside the check of the revision. */
const ROWS = 50;

/** A change of busy times: the range that it concerns, and the latest revision that was read before it. */
interface BusyTimesChange {
  within: Range;
  after: number;
}

/**
 * Makes the claim rows of a user equal to the busy times of the calendars that count: the minutes of each hour as text (ADR 0061). Only rows
 * that differ are written, each under the condition that no busy time has changed since they were read; otherwise it starts again. So it can
 * run at any time, at the same time as others, and ends when the rows have all changes that were stored before it began, also those of other calls.
 * If it stops half-way, the next run completes it.
 *
 * With a `change`, it is limited to the hours of that range if the rows lack no other one.
 *
 * @throws {Failure} `temporarily_unavailable` if the calendars change faster than it can write
 */
export function projectBusyTimes(userId: number, change?: BusyTimesChange): Promise<void> {
  let required: number | undefined;
  return retryFailedCondition(async () => {
    const state = await findItem(CalendarsOfUser, { userId });
    if (!state) return;
    required ??= state.revision;
    if (state.projected >= required) return;
    await projectRevision(state, change && isOnlyChange(change, state) ? change.within : fromYesterday());
  });
}

/** Whether the rows had everything before a change, and it is the latest. */
const isOnlyChange = ({ after }: BusyTimesChange, { revision, projected }: CalendarsOfUser): boolean =>
  projected === after && revision === after + 1;

/**
 * Makes all claim rows of a user equal to their calendars, also those of the past: for a user whose calendars were deleted.
 *
 * @throws {Failure} `temporarily_unavailable` if the calendars change faster than it can write
 */
export const projectAllHours = (userId: number): Promise<void> =>
  retryFailedCondition(async () => {
    const state = await findItem(CalendarsOfUser, { userId });
    if (state) await projectRevision(state, { from: 0, to: Infinity });
  });

/** From midnight (UTC) of yesterday. Earlier rows keep what they have. */
const fromYesterday = (): Range => ({
  from: (Math.floor(now() / MINUTE / DAY_MINUTES) - 1) * DAY_MINUTES,
  to: Infinity,
});

async function projectRevision({ userId, revision }: CalendarsOfUser, within: Range): Promise<void> {
  const differing = await compareRows(userId, within);
  const isSame = equals("revision", revision);
  const write = (operations: readonly Operation[]): Promise<void> =>
    transact(operations, () => requireUnprojected(userId, revision));
  for (let at = 0; at < differing.length; at += ROWS)
    await write([
      check(CalendarsOfUser, { userId }, { if: isSame }),
      ...differing.slice(at, at + ROWS).map(({ hour, expected }) => writeRow({ userId, hour }, expected)),
    ]);
  const set = { projected: revision };
  await write([update(CalendarsOfUser, { userId }, { set, remove: ["due", "wakesAt"], if: isSame })]);
}

/**
 * Requires that a revision is the latest and was not projected by another run, with which a run conflicts: of many changes at the same time, one
 * run projects all.
 *
 * @throws {ConditionFailed}
 */
async function requireUnprojected(userId: number, revision: number): Promise<void> {
  const state = await findItem(CalendarsOfUser, { userId });
  if (state?.revision !== revision || state.projected === revision) throw new ConditionFailed([]);
}

/** An hour whose row does not have the busy minutes of the calendars. */
interface DifferingRow {
  hour: number;
  expected: string | undefined;
  found: string | undefined;
}

/** Finds the rows of a user, in the hours of a range, that differ from the busy times of the calendars that count. */
async function compareRows(userId: number, within: Range): Promise<DifferingRow[]> {
  const hours = { from: Math.floor(within.from / HOUR), to: Math.ceil(within.to / HOUR) };
  const [busy, found] = await Promise.all([listCountedBusyTimes(userId), readExternalMinutes(userId, hours)]);
  const expected = textsByHour(
    clipRanges(mergeRanges(busy), { from: hours.from * HOUR, to: hours.to * HOUR }),
  );
  return [...new Set([...expected.keys(), ...found.keys()])]
    .map((hour) => ({ hour, expected: expected.get(hour), found: found.get(hour) }))
    .filter((row) => row.expected !== row.found);
}

/**
 * Finds the rows of a user that differ from the calendars although the latest revision was projected, and that revision. None while a
 * projection runs, or waits to be completed.
 */
export async function findWrongRows(userId: number): Promise<{ revision: number; rows: DifferingRow[] }> {
  const state = await findItem(CalendarsOfUser, { userId });
  const { revision = 0, projected = 0 } = state ?? {};
  const isComplete = projected === revision;
  return {
    revision,
    rows: isComplete ? await compareRows(userId, fromYesterday()) : [],
  };
}

const writeRow = (key: { userId: number; hour: number }, text: string | undefined): Operation =>
  update(ClaimRow, key, {
    set: { ...key, ...(text !== undefined && { [EXTERNAL_MINUTES]: text }) },
    remove: text === undefined ? [EXTERNAL_MINUTES] : [],
  });

/** Reads the texts of the rows that have one, by hour. */
async function readExternalMinutes(userId: number, hours: Range): Promise<Map<number, string>> {
  const keys = {
    after: claimRowKey(Math.max(1, hours.from) - 1),
    ...(hours.to < Infinity && { until: claimRowKey(hours.to - 1) }),
  };
  const texts = new Map<number, string>();
  for await (const rows of queryPages(
    ExternalMinutesOfHour,
    { userId },
    { ...keys, attributesOfSchema: true },
  ))
    for (const { hour, [EXTERNAL_MINUTES]: text } of rows) if (text !== undefined) texts.set(hour, text);
  return texts;
}

/** The texts of all hours in which there are ranges. */
function textsByHour(ranges: readonly Range[]): Map<number, string> {
  const byHour = new Map<number, Range[]>();
  for (const { from, to } of ranges)
    for (let hour = Math.floor(from / HOUR); hour * HOUR < to; hour += 1) {
      const part = { from: Math.max(from, hour * HOUR), to: Math.min(to, (hour + 1) * HOUR) };
      byHour.set(hour, [...(byHour.get(hour) ?? []), part]);
    }
  return new Map([...byHour].map(([hour, parts]) => [hour, externalMinutesText(hour, parts)]));
}
