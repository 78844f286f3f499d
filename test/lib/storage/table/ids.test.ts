import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it, vi } from "vitest";
import { changeService } from "#lib/platform/per-service.ts";
import { refillIds, takeIds } from "#lib/storage/table/ids.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { mockTable } from "#test/support/table/table-calls.ts";

let table: ReturnType<typeof mockTable>;
/** DynamoDB's response to the update that leases ids up to this one. */
const leasedUpTo = (last: number) => ({ Attributes: { last } });
let last = 0;

beforeEach(() => {
  table = mockTable();
  changeService();
  vi.stubEnv("TABLE_NAME", "table").stubEnv("AWS_REGION", "us-east-1");
});

/** Waits for some turns of the microtask queue. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await undefined;
}

it("no id is taken twice by concurrent calls, at any moment of a lease", async () => {
  for (let moment = 0; moment < 30; moment += 1) {
    changeService();
    const leased = Promise.withResolvers<void>();
    table.on(UpdateCommand).callsFake(async () => {
      await leased.promise;
      last += 1;
      return leasedUpTo(last);
    });
    const first = takeIds("team", 1);
    const second = leased.promise.then(() => turns(moment)).then(() => takeIds("team", 1));
    leased.resolve();
    const ids = (await Promise.all([first, second])).flat();
    expect(new Set(ids).size).toBe(2);
    expect(Math.max(...ids)).toBeLessThanOrEqual(last);
  }
});

it("after a failed refill, the next call leases ids", async () => {
  const lines = captureLines();
  table.on(UpdateCommand).rejectsOnce("throttled").resolves(leasedUpTo(4));
  await expect(refillIds("booking", 1)).resolves.toBeUndefined();
  expect(lines()).toEqual([{ level: "warn", event: "id lease failed", kind: "booking", error: "Error" }]);
  expect(await takeIds("booking", 1)).toEqual([1]);
});
