import { expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import {
  at,
  makeTeamEventType,
  makeTeamOfHosts,
  tryToBook,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { changeEventType, DONE, LIMITED, readCounters } from "./limited.ts";

const clock = useHostsTable();
const listOf = (...hosts: Caller[]) => hosts.map(({ userId }) => ({ userId }));

it("limits count the bookings of all hosts, including former ones", async () => {
  const made = await makeTeamOfHosts(2);
  const [first, second] = made.hosts;
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
  for (const hour of [9, 10]) expect(await tryToBook(made, eventType, at(hour))).toEqual(DONE);
  const changes = [
    { hosts: listOf(second) },
    { bookingLimits: { PER_DAY: 2 } },
    { hosts: listOf(first, second), bookingLimits: { PER_WEEK: 2 } },
    { schedulingType: "COLLECTIVE", hosts: listOf(first), bookingLimits: { PER_MONTH: 2 } },
  ];
  for (const change of changes) {
    expect(await changeEventType(made.owner, eventType.id, change)).toEqual(DONE);
    clock.time += 60_000;
    if (!("bookingLimits" in change)) continue;
    const query = { eventTypeId: eventType.id, start: at(0), end: at(23) };
    expect((await callEndpoint("slots.list", made.owner, { query })).json).toEqual({ slots: {} });
    expect(await tryToBook(made, eventType, at(12))).toEqual(LIMITED);
    expect(Object.values(await readCounters(eventType.id))).toEqual([[2, 60]]);
  }
});
