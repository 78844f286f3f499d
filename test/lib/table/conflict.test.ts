import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { Failure } from "#lib/failures.ts";
import { AwsError } from "#lib/platform/aws-error.ts";
import { TableClient } from "#lib/table/client.ts";
import { claimUnique } from "#lib/table/operations.ts";
import { transact } from "#lib/table/write.ts";
import { cancelled } from "#test/support/table/aws-errors.ts";

let send: MockInstance<TableClient["sendEncoded"]>;
const conflict = cancelled({ Code: "TransactionConflict" });
const claim = () => claimUnique({ kind: "email", value: "a@example.com", owner: 1 }, new Failure("conflict"));

describe("a transaction that conflicts with another", () => {
  beforeEach(() => {
    send = vi.spyOn(TableClient.prototype, "sendEncoded");
    vi.stubEnv("TABLE_NAME", "table").stubEnv("AWS_REGION", "us-east-1");
  });

  it("is sent again until it succeeds", async () => {
    send.mockRejectedValueOnce(conflict).mockRejectedValueOnce(conflict).mockResolvedValue("{}");
    await transact([claim()]);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("is also sent again if a partition was too busy", async () => {
    const busy = cancelled({ Code: "None" }, { Code: "ThrottlingError" });
    send.mockRejectedValueOnce(busy).mockResolvedValue("{}");
    await transact([claim()]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("is sent again with the same token while it may be in progress", async () => {
    const inProgress = new AwsError("TransactionInProgressException", "in progress");
    send.mockRejectedValueOnce(inProgress).mockRejectedValueOnce(conflict).mockResolvedValue("{}");
    await transact([claim()]);
    const [first, second, third] = send.mock.calls.map(([, input]) => Object(input).ClientRequestToken);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it("fails with Retry-After if it never succeeds", async () => {
    send.mockRejectedValue(conflict);
    await expect(transact([claim()])).rejects.toMatchObject({
      code: "temporarily_unavailable",
      headers: { "Retry-After": "1" },
    });
  });

  it("is not sent again if a condition fails", async () => {
    send.mockRejectedValue(cancelled({ Code: "ConditionalCheckFailed" }));
    await expect(transact([claim()])).rejects.toMatchObject({ code: "conflict" });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
