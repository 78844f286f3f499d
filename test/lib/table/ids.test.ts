import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { changeService } from "#lib/platform/per-service.ts";
import { refillIds, takeIds } from "#lib/table/ids.ts";
import { captureLines } from "#test/support/invoke.ts";

const mock = mockClient(DynamoDBDocumentClient);
afterAll(() => mock.restore());
let last = 0;

beforeEach(() => {
  mock.reset();
  changeService();
  vi.stubEnv("TABLE_NAME", "table");
});

/** Waits for so many turns of the microtask queue. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await undefined;
}

it("never gives an id twice, at whatever moment of a lease another one asks", async () => {
  for (let moment = 0; moment < 30; moment += 1) {
    changeService();
    const leased = Promise.withResolvers<void>();
    mock.on(UpdateCommand).callsFake(async () => {
      await leased.promise;
      last += 1;
      return { Attributes: { last } };
    });
    const first = takeIds("team", 1);
    const second = leased.promise.then(() => turns(moment)).then(() => takeIds("team", 1));
    leased.resolve();
    const ids = (await Promise.all([first, second])).flat();
    expect(new Set(ids).size).toBe(2);
    expect(Math.max(...ids)).toBeLessThanOrEqual(last);
  }
});

it("leaves a refill that fails to whoever takes ids next", async () => {
  const lines = captureLines();
  mock
    .on(UpdateCommand)
    .rejectsOnce(new Error("throttled"))
    .resolves({ Attributes: { last: 4 } });
  await expect(refillIds("booking", 1)).resolves.toBeUndefined();
  expect(lines()).toEqual([{ level: "warn", event: "id lease failed", kind: "booking", error: "Error" }]);
  expect(await takeIds("booking", 1)).toEqual([1]);
});
