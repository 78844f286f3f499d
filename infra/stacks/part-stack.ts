import { NestedStack, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * A part of the service in a nested stack (ADR 0058), without data. Its logical id is short, so that the names of its functions and log
 * groups start with it: `Almanac-Reads-…`.
 */
export class PartStack extends NestedStack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { description: `Almanac ${id.toLowerCase()} (${Stack.of(scope).stackName})` });
    this.nestedStackResource?.overrideLogicalId(id);
  }
}
