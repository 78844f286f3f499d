import { expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import { deniedCalls, undeclaredFailures, unusedPermissions } from "#test/contract/permissions.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { expectWrittenBooking } from "./written-booking.ts";

const cloud = useSharedCloud();
const consumers = (await loadRegistry()).consumers.filter(({ spec }) => spec.id === "calendars.write");

it("a booking is written to its host's calendar although the server fails at first, moves there, and goes", async () => {
  await expectWrittenBooking();
});

it.each(consumers.map(({ spec }) => [spec.id, spec] as const))(
  "the functions that write to calendars use all their permissions, are denied nothing and do not crash: %s",
  (id, spec) => {
    expect(deniedCalls(cloud().usage(), id)).toEqual([]);
    expect(unusedPermissions(cloud().usage(), spec)).toEqual([]);
    expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
  },
);
