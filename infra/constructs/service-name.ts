import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** Returns the name of the service stack, also for a construct in one of its nested stacks, whose names only a deployment knows. */
export function serviceName(scope: Construct): string {
  const stack = Stack.of(scope);
  return (stack.nestedStackParent ?? stack).stackName;
}
