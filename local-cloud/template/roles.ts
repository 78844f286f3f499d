import * as z from "zod";
import type { Statement } from "#local-cloud/aws/types.ts";
import { OneOrMore } from "#local-cloud/one-or-more.ts";
import type { ResolvedResource } from "./resolve-assembly.ts";

const PolicyStatement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Action: OneOrMore,
  Resource: OneOrMore,
  Condition: z.record(z.string(), z.record(z.string(), OneOrMore)).optional(),
});

const PolicyDocument = z.object({
  Statement: z.union([PolicyStatement, z.array(PolicyStatement)]).transform((value) => [value].flat()),
});

const RoleProperties = z.object({
  Policies: z.array(z.object({ PolicyDocument })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});

const PolicyProperties = z.object({ PolicyDocument, Roles: z.array(z.string()).default([]) });

/** The managed policy that CDK gives every function. It allows only logs, which the local cloud writes without a permission. */
const BASIC_EXECUTION = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole";

/** Returns the managed policies of the template, by the ARN in its roles. */
function readManagedPolicies(resources: readonly ResolvedResource[]): Map<string, Statement[]> {
  const policies = resources.filter(({ type }) => type === "AWS::IAM::ManagedPolicy");
  const statements = policies.map(({ local, properties }): [string, Statement[]] => [
    local.ref,
    readStatements(PolicyProperties.parse(properties).PolicyDocument),
  ]);
  return new Map([[BASIC_EXECUTION, []], ...statements]);
}

/** Reads the statements of these roles, by the role's name. The roles of other services are ignored. */
export function readRoles(
  resources: readonly ResolvedResource[],
  names: ReadonlySet<string>,
): Map<string, Statement[]> {
  const roles = new Map<string, Statement[]>();
  const managedPolicies = readManagedPolicies(resources);
  for (const { logicalId, type, properties } of resources) {
    if (type !== "AWS::IAM::Role" || !names.has(logicalId)) continue;
    const { Policies, ManagedPolicyArns } = RoleProperties.parse(properties);
    const attached = ManagedPolicyArns.flatMap((arn) => {
      const policy = managedPolicies.get(arn);
      if (policy === undefined)
        throw new Error(`role ${logicalId}: the local cloud does not know the managed policy ${arn}`);
      return policy;
    });
    roles.set(logicalId, [
      ...Policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument)),
      ...attached,
    ]);
  }
  for (const { type, properties } of resources) {
    if (type !== "AWS::IAM::Policy" && type !== "AWS::IAM::ManagedPolicy") continue;
    const { PolicyDocument, Roles } = PolicyProperties.parse(properties);
    for (const role of Roles) roles.get(role)?.push(...readStatements(PolicyDocument));
  }
  return roles;
}

const readStatements = (document: z.output<typeof PolicyDocument>): Statement[] =>
  document.Statement.map(({ Effect, Action, Resource, Condition }) => ({
    effect: Effect,
    actions: Action,
    resources: Resource,
    ...(Condition === undefined ? {} : { conditions: Condition }),
  }));
