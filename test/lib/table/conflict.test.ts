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

describe("a transaction in conflict with another", () => {
  beforeEach(() => {
    send = vi.spyOn(TableClient.prototype, "sendEncoded");
    vi.stubEnv("TABLE_NAME", "table").stubEnv("AWS_REGION", "us-east-1");
  });

  it("is tried again until it passes", async () => {
    send.mockRejectedValueOnce(conflict).mockRejectedValueOnce(conflict).mockResolvedValue("{}");
    await transact([claim()]);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("is tried again, too, when a partition was too busy", async () => {
    const busy = cancelled({ Code: "None" }, { Code: "ThrottlingError" });
    send.mockRejectedValueOnce(busy).mockResolvedValue("{}");
    await transact([claim()]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("asks for itself again, by its token, while it may be in progress", async () => {
    const inProgress = new AwsError("TransactionInProgressException", "in progress");
    send.mockRejectedValueOnce(inProgress).mockRejectedValueOnce(conflict).mockResolvedValue("{}");
    await transact([claim()]);
    const [first, second, third] = send.mock.calls.map(([, input]) => Object(input).ClientRequestToken);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it("ends in a failure that asks to try again when it never passes", async () => {
    send.mockRejectedValue(conflict);
    await expect(transact([claim()])).rejects.toMatchObject({
      code: "temporarily_unavailable",
      headers: { "Retry-After": "1" },
    });
  });

  it("is not tried again when a condition refused", async () => {
    send.mockRejectedValue(cancelled({ Code: "ConditionalCheckFailed" }));
    await expect(transact([claim()])).rejects.toMatchObject({ code: "conflict" });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
