import { TransactionCanceledException, TransactionInProgressException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "#lib/failures.ts";
import { claimUnique } from "#lib/table/unique.ts";
import { transact } from "#lib/table/write.ts";

const mock = mockClient(DynamoDBDocumentClient);
afterAll(() => mock.restore());
const conflict = new TransactionCanceledException({
  message: "conflict",
  $metadata: {},
  CancellationReasons: [{ Code: "TransactionConflict" }],
});
const claim = () => claimUnique({ kind: "email", value: "a@example.com", owner: 1 }, new Failure("conflict"));

describe("a transaction in conflict with another", () => {
  beforeEach(() => {
    mock.reset();
    vi.stubEnv("TABLE_NAME", "table");
  });

  it("is tried again until it passes", async () => {
    mock.on(TransactWriteCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    await transact([claim()]);
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(3);
  });

  it("is tried again, too, when a partition was too busy", async () => {
    const busy = new TransactionCanceledException({
      message: "busy",
      $metadata: {},
      CancellationReasons: [{ Code: "None" }, { Code: "ThrottlingError" }],
    });
    mock.on(TransactWriteCommand).rejectsOnce(busy).resolves({});
    await transact([claim()]);
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(2);
  });

  it("asks for itself again, by its token, while it may be in progress", async () => {
    const inProgress = new TransactionInProgressException({ message: "in progress", $metadata: {} });
    mock.on(TransactWriteCommand).rejectsOnce(inProgress).rejectsOnce(conflict).resolves({});
    await transact([claim()]);
    const calls = mock.commandCalls(TransactWriteCommand);
    const [first, again, anew] = calls.map(({ args }) => args[0].input.ClientRequestToken);
    expect([again === first, anew === first]).toEqual([true, false]);
  });

  it("ends in a failure that asks to try again when it never passes", async () => {
    mock.on(TransactWriteCommand).rejects(conflict);
    await expect(transact([claim()])).rejects.toMatchObject({
      code: "temporarily_unavailable",
      headers: { "Retry-After": "1" },
    });
  });

  it("is not tried again when a condition refused", async () => {
    const both = new TransactionCanceledException({
      message: "refused",
      $metadata: {},
      CancellationReasons: [{ Code: "ConditionalCheckFailed" }],
    });
    mock.on(TransactWriteCommand).rejects(both);
    await expect(transact([claim()])).rejects.toMatchObject({ code: "conflict" });
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});
