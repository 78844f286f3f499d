import { checkAddress } from "./address.ts";
import type { Check } from "./check.ts";
import { checkDue } from "./due.ts";
import { checkEvents } from "./events.ts";
import { checkSecretsKey, checkSigningKeys } from "./keys.ts";
import { checkPermissions } from "./permissions.ts";
import { checkQueues } from "./queues.ts";
import { checkStack } from "./stack.ts";
import { checkTable } from "./table.ts";

/** Every check by the part it checks, in the order of the output. */
export const CHECKS: Record<string, Check> = {
  stack: checkStack,
  address: checkAddress,
  permissions: checkPermissions,
  table: checkTable,
  "secrets key": checkSecretsKey,
  "signing keys": checkSigningKeys,
  queues: checkQueues,
  events: checkEvents,
  due: checkDue,
};
