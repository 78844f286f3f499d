import { TransactionInProgressException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "#lib/failures.ts";
import { claimUnique } from "#lib/storage/table/operations.ts";
import { transact } from "#lib/storage/table/write.ts";
import { cancelled } from "#test/support/table/aws-errors.ts";
import { mockTable } from "#test/support/table/table-calls.ts";

let table: ReturnType<typeof mockTable>;
/** The number of times that the transaction was sent. */
const sent = () => table.commandCalls(TransactWriteCommand).length;
const conflict = cancelled({ Code: "TransactionConflict" });
const claim = () => claimUnique({ kind: "email", value: "a@example.com", owner: 1 }, new Failure("conflict"));

describe("a transaction that conflicts with another", () => {
  beforeEach(() => {
    table = mockTable();
    vi.stubEnv("TABLE_NAME", "table").stubEnv("AWS_REGION", "us-east-1");
  });

  it("is sent again until it succeeds", async () => {
    table.on(TransactWriteCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    await transact([claim()]);
    expect(sent()).toBe(3);
  });

  it("is also sent again if a partition was too busy", async () => {
    const busy = cancelled({ Code: "None" }, { Code: "ThrottlingError" });
    table.on(TransactWriteCommand).rejectsOnce(busy).resolves({});
    await transact([claim()]);
    expect(sent()).toBe(2);
  });

  it("is sent again with the same token while it may be in progress", async () => {
    const inProgress = new TransactionInProgressException({ message: "in progress", $metadata: {} });
    table.on(TransactWriteCommand).rejectsOnce(inProgress).rejectsOnce(conflict).resolves({});
    await transact([claim()]);
    const commands = table.commandCalls(TransactWriteCommand).map(({ args: [command] }) => command);
    const [first, second, third] = commands.map(({ input }) => input.ClientRequestToken);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it("fails with Retry-After if it never succeeds", async () => {
    table.on(TransactWriteCommand).rejects(conflict);
    await expect(transact([claim()])).rejects.toMatchObject({
      code: "temporarily_unavailable",
      headers: { "Retry-After": "1" },
    });
  });

  it("is not sent again if a condition fails", async () => {
    table.on(TransactWriteCommand).rejects(cancelled({ Code: "ConditionalCheckFailed" }));
    await expect(transact([claim()])).rejects.toMatchObject({ code: "conflict" });
    expect(sent()).toBe(1);
  });
});
