import { RoleCheck } from "@almanac/local-cloud";
import { expect } from "vitest";
import * as z from "zod";
import type { SynthesizedTemplate } from "#test/support/cloud/synthesize-stage.ts";
import { type Statement, statementsOf } from "#test/support/cloud/template.ts";

/** The statements of a role, and those of the standby policy. */
interface RoleWithStandbyPolicy {
  allowed: Statement[];
  denied: Statement[];
}

const AttachedPolicies = z.object({ ManagedPolicyArns: z.array(z.object({ Ref: z.string() })) });

/** Lists the roles with the standby policy, with their statements and those of the standby policy. */
export function listRolesWithStandbyPolicy(template: SynthesizedTemplate): RoleWithStandbyPolicy[] {
  const policies = Object.entries(template.Resources).filter(
    ([, { Type }]) => Type === "AWS::IAM::ManagedPolicy",
  );
  const [[name, policy] = ["", undefined], ...others] = policies;
  expect(others).toEqual([]);
  const denied = policy ? statementsOf({ ...policy, Properties: { Policies: [policy.Properties] } }) : [];
  return Object.values(template.Resources)
    .filter(({ Type, Properties }) => {
      const { data } = Type === "AWS::IAM::Role" ? AttachedPolicies.safeParse(Properties) : {};
      return data?.ManagedPolicyArns[0]?.Ref === name;
    })
    .map((role) => ({ allowed: statementsOf(role), denied }));
}

/** Lists the permissions that the standby policy does not deny: action → resources. The role check decides like IAM. */
export function listRemainingPermissions(template: SynthesizedTemplate): Map<string, Set<string>> {
  const remaining = new Map<string, Set<string>>();
  const nameResource = (resource: unknown): string =>
    typeof resource === "string" ? resource : JSON.stringify(resource);
  for (const { allowed, denied } of listRolesWithStandbyPolicy(template)) {
    const statements = [...allowed, ...denied].map(({ Effect, Action, Resource }) => ({
      ...{ effect: Effect, actions: Action },
      resources: Resource.map(nameResource),
    }));
    const check = new RoleCheck(new Map([["role", statements]]));
    const permissions = allowed.flatMap(({ Action, Resource }) =>
      Action.flatMap((action) => Resource.map((resource) => ({ action, resource: nameResource(resource) }))),
    );
    for (const { action, resource } of permissions.filter((permission) => isAllowed(check, permission)))
      remaining.set(action, (remaining.get(action) ?? new Set()).add(resource));
  }
  return remaining;
}

function isAllowed(check: RoleCheck, permission: { action: string; resource: string }): boolean {
  try {
    check.authorize("role", [permission]);
    return true;
  } catch {
    return false;
  }
}
