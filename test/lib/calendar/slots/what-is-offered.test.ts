import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { expectCounted } from "#test/lib/bookings/limits/limited.ts";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { BUSY_ELSEWHERE, DAY, NOW, type Situation, situation } from "./drawn-situation.ts";
import {
  addLimits,
  exceedsLimit,
  isoOf,
  listSlots,
  makeWorld,
  modelRule,
  takeSlot,
  tryToBook,
  type World,
} from "./drawn-world.ts";

useLocalTable();
const RUNS = runCount(2);
beforeEach(() => {
  setClock(() => NOW * 60_000);
});

const RANGE = { from: Math.floor(NOW), to: Math.floor(NOW) + 4 * DAY };
const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % (list.length || 1)];

describe("a listed slot", () => {
  it(
    "can be booked, and every other start is closed",
    async () => {
      await fc.assert(
        fc.asyncProperty(situation, async (drawn) => {
          const world = await makeWorld(drawn);
          const reserved = await takeSome(world, drawn);
          await addLimits(world);
          const offered = await listSlots(world, RANGE, drawn.viewerZone);
          for (const { start, attendees } of offered) expect(attendees).toBe(world.shared.get(start) ?? 0);
          const starts = offered.map(({ start }) => start);
          expect(starts.filter((start) => modelRule(world, start) !== undefined)).toEqual([]);
          const open = [...world.shared.keys()].filter((start) => modelRule(world, start) === undefined);
          expect(starts).toEqual(expect.arrayContaining(open));
          for (const start of drawn.chosen.flatMap((number) => pick(starts, number) ?? []))
            expect(await tryToBook(world, start)).toMatchObject({ status: 200 });
          for (const start of [
            ...world.shared.keys(),
            ...drawn.requested.map((after) => Math.ceil(NOW) + after),
          ])
            await expectResultOfModel(world, start);
          for (const { start, uid } of reserved)
            expect(await tryToBook(world, start, { reservationUid: uid })).toMatchObject(
              world.limits?.isLater && exceedsLimit(world, start)
                ? { status: 409, rule: "limit" }
                : { status: 200 },
            );
          await expectConsistentCalendar(world.host.userId);
          await expectCounted(world.host.userId, world.eventTypeId);
        }),
        { numRuns: RUNS + 1, examples: [[BUSY_ELSEWHERE]] },
      );
    },
    timeoutFor(RUNS),
  );

  it("can be booked by one of twenty concurrent callers", async () => {
    const host = await makeHost();
    const { id: eventTypeId } = await makeEventType(host);
    const [slot] = await listSlots({ host, eventTypeId }, { from: NOW, to: NOW + DAY });
    const { start } = slot ?? { start: 0 };
    const bodies = Array.from({ length: 20 }, () => bookingRequest(eventTypeId, { start: isoOf(start) }));
    const answers = await Promise.all(bodies.map((body) => callEndpoint("bookings.create", host, { body })));
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(19);
    for (const answer of rejected) expect(answer).toMatchObject({ status: 409, json: { rule: "busy" } });
    expect(await listSlots({ host, eventTypeId }, { from: start, to: start + 1 })).toEqual([]);
  });
});

/** Books and reserves some slots, listing them again before each one. Returns the reservations. */
async function takeSome(
  world: World,
  { taken, viewerZone }: Situation,
): Promise<{ start: number; uid: string }[]> {
  const reserved = [];
  for (const { slot, isReserved } of taken) {
    const start = pick(await listSlots(world, RANGE, viewerZone), slot)?.start;
    const uid = start === undefined ? undefined : await takeSlot(world, start, isReserved);
    if (start !== undefined && uid !== undefined) reserved.push({ start, uid });
  }
  return reserved;
}

/** Expects that a start can be booked if it is open in the model; otherwise the model's rule, and next slots that can be booked. */
async function expectResultOfModel(world: World, start: number): Promise<void> {
  const rule = modelRule(world, start);
  const answer = await tryToBook(world, start);
  if (rule === undefined) return expect(answer).toMatchObject({ status: 200 });
  const nextSlots = await listNextSlots(world, start);
  expect(answer).toEqual({ status: 409, rule, nextSlots: nextSlots.map(isoOf) });
  for (const next of nextSlots.slice(0, 1))
    expect(await tryToBook(world, next)).toMatchObject({ status: 200 });
}

/** The first three slots after a start within 14 days; mostly they are on the first day. */
async function listNextSlots(world: World, start: number): Promise<number[]> {
  const slotsOf = async (days: number) =>
    (await listSlots(world, { from: start + 1, to: start + 1 + days * DAY })).map((slot) => slot.start);
  const soon = await slotsOf(1);
  return (soon.length < 3 ? await slotsOf(14) : soon).slice(0, 3);
}
