import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import type { Calendar, Calendars, SlotRules } from "#lib/calendar/availability/calendar.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { modelClosedRule, modelSlotStarts } from "#test/lib/calendar/availability/minute-model.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { DAY, drawnHours, NOW, rules } from "./drawn-situation.ts";
import { book, fieldsOf, isoOf, listSlots, makeBusy, makeScheduleWith, tryToBook } from "./drawn-world.ts";

useLocalTable();
const RUNS = runCount(2);
beforeEach(() => {
  setClock(() => NOW * 60_000);
});

const RANGE = { from: Math.floor(NOW), to: Math.floor(NOW) + 3 * DAY };
const situation = fc.record({
  rules,
  schedulingType: fc.constantFrom("ROUND_ROBIN", "COLLECTIVE"),
  hosts: fc.array(
    fc.record({
      hours: drawnHours,
      isFixed: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
      others: fc.array(fc.integer({ min: 1, max: 3 * DAY }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  viewerZone: fc.constantFrom("Europe/Berlin", "Asia/Kathmandu", "UTC"),
  requested: fc.array(fc.integer({ min: 1, max: 3 * DAY }), { minLength: 4, maxLength: 4 }),
  chosen: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
});
type Situation = typeof situation extends fc.Arbitrary<infer S> ? S : never;

/** A team's event type, with the state of the model. */
interface World {
  host: Caller;
  hosts: Caller[];
  eventTypeId: number;
  rules: SlotRules;
  calendars: Calendars;
}

async function makeWorld(drawn: Situation): Promise<World> {
  const { rules: all, schedulingType } = drawn;
  const { hours: _, ...slotRules } = all;
  const [team, admin] = [await makeTeam(), await makeHost("ADMIN")];
  await addMember(team, admin);
  const made: { caller: Caller; calendar: Calendar; isFixed: boolean }[] = [];
  for (const { hours, others, isFixed } of drawn.hosts) {
    const caller = await makeHost();
    await addMember(team, caller);
    const busy = await makeBusy(caller, others);
    await makeScheduleWith(caller, hours);
    made.push({ caller, calendar: { hours, busy }, isFixed: isFixed && made.length > 0 });
  }
  const { id } = await makeEventType(admin, {
    ...fieldsOf(slotRules),
    ...{ teamId: team.id, schedulingType },
    hosts: made.map(({ caller, isFixed }) => ({ userId: caller.userId, isFixed })),
  });
  const calendarsOf = (isFixed: boolean): Calendar[] =>
    made.flatMap((one) => (one.isFixed === isFixed ? [one.calendar] : []));
  const calendars =
    schedulingType === "COLLECTIVE"
      ? { required: made.map(({ calendar }) => calendar) }
      : { required: calendarsOf(true), choice: calendarsOf(false) };
  const hosts = made.map(({ caller }) => caller);
  return {
    host: admin,
    hosts,
    eventTypeId: id,
    rules: { ...slotRules, timeZone: "Europe/Zurich" },
    calendars,
  };
}

/** The rule that closes a start, found minute by minute. Busy time is checked last, as the claims are. */
function modelRule({ rules: all, calendars: { required, choice } }: World, start: number) {
  const interval = { from: start, to: start + all.length };
  const idle = (calendar: Calendar): Calendar => ({ ...calendar, busy: [] });
  const withoutBusy = { now: NOW, required: required.map(idle), choice: choice?.map(idle) };
  return (
    modelClosedRule(all, interval, withoutBusy) ??
    modelClosedRule(all, interval, { now: NOW, required, choice })
  );
}

it(
  "the slots of several hosts can be booked, and no other starts can",
  async () => {
    await fc.assert(
      fc.asyncProperty(situation, async (drawn) => {
        const world = await makeWorld(drawn);
        const starts = (await listSlots(world, RANGE, drawn.viewerZone)).map(({ start }) => start);
        const context = { now: NOW, viewerZone: drawn.viewerZone, ...world.calendars };
        expect(starts.map(isoOf)).toEqual(modelSlotStarts(world.rules, RANGE, context).map(isoOf));
        for (const start of drawn.chosen.flatMap((number) => starts[number % (starts.length || 1)] ?? []))
          expect(await tryToBook(world, start)).toMatchObject({ status: 200 });
        for (const start of drawn.requested.map((after) => Math.ceil(NOW) + after)) {
          const rule = modelRule(world, start);
          const expected = rule === undefined ? { status: 200 } : { status: 409, json: { rule } };
          const answer = await tryToBook(world, start);
          expect({ status: answer.status, json: { rule: answer.rule } }).toMatchObject(expected);
        }
        for (const start of starts.slice(0, 2)) expect((await book(world, start)).status).toBeLessThan(500);
        for (const { userId } of world.hosts) await expectConsistentCalendar(userId);
      }),
      { numRuns: RUNS },
    );
  },
  timeoutFor(RUNS),
);
