import { checkAddress } from "./address.ts";
import type { Check } from "./check.ts";
import { checkSecretsKey, checkSigningKeys } from "./keys.ts";
import { checkDueWork, checkEvents } from "./overdue-work.ts";
import { checkPermissions } from "./permissions.ts";
import { checkQueues } from "./queues.ts";
import { checkStack } from "./stack.ts";
import { checkTable } from "./table.ts";

/** All checks by the part that they check, in the order of the output. */
export const CHECKS: Record<string, Check> = {
  stack: checkStack,
  address: checkAddress,
  permissions: checkPermissions,
  table: checkTable,
  "secrets key": checkSecretsKey,
  "signing keys": checkSigningKeys,
  queues: checkQueues,
  events: checkEvents,
  due: checkDueWork,
};
