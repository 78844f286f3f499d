import { RoleCheck } from "./aws/role-check.ts";
import { ACCOUNT, REGION, type Statement } from "./aws/types.ts";
import type { FunctionDefinition } from "./template/functions.ts";

/** The key with which Lambda encrypts environment variables. Its policy allows every principal of the account. */
const LAMBDA_KEY = `arn:aws:kms:${REGION}:${ACCOUNT}:key/aws-lambda`;

/** Throws for a function that Lambda could not start, because its role may not decrypt its environment variables. */
export function checkEnvironments(
  functions: readonly Pick<FunctionDefinition, "id" | "name" | "environment">[],
  callers: ReadonlyMap<string, readonly Statement[]>,
): void {
  const roles = new RoleCheck(callers);
  for (const { id, name, environment } of functions) {
    const isDenied = roles.isDenied(name, { action: "kms:Decrypt", resource: LAMBDA_KEY });
    if (isDenied && Object.keys(environment).length > 0)
      throw new Error(`${id} can't start: its role denies kms:Decrypt for its environment variables.`);
  }
}
