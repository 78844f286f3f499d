import { randomUUID } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { present } from "./condition.ts";
import { check, type Operation } from "./operations.ts";
import { UniqueItem } from "./unique.ts";
import { transact } from "./write.ts";

const NOT_WRITTEN = new Failure("internal_error", "A dry run writes nothing.");

/**
 * Checks whether a transaction would succeed, without writing it: DynamoDB evaluates its conditions together with a check that always
 * fails. It accepts one operation less than `transact`.
 *
 * @throws {Failure | ConditionFailed} as `transact`, if a condition fails
 */
export async function dryRunTransaction(operations: readonly Operation[]): Promise<void> {
  const absentKey = { kind: "dry-run", value: randomUUID() };
  const never = check(UniqueItem, absentKey, { if: present("pk"), failure: NOT_WRITTEN });
  await transact([...operations, never]).catch((error: unknown) => {
    if (error !== NOT_WRITTEN) throw error;
  });
}
