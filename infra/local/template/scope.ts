import { ACCOUNT, REGION } from "#infra/local/aws/types.ts";
import type { Assembly, Stack } from "./assembly.ts";
import { resolve, resolveCondition, type Scope } from "./intrinsics.ts";
import { type Addresses, type LocalName, localName } from "./local-names.ts";

/** A resource of the assembly with its properties resolved to local values. */
export interface ResolvedResource {
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
  local: LocalName;
  /** Construct path, e.g. `Almanac-Service/bookings.cancel/Resource`, when the assembly was made with path metadata. */
  path: string | undefined;
}

/** Every resource of the assembly whose condition holds, and the outputs of its stacks. */
export interface ResolvedAssembly {
  resources: ResolvedResource[];
  outputs: Map<string, string>;
}

/** Resolves a whole assembly to local names; logical ids must be unique over all of its stacks. */
export function resolveAssembly(assembly: Assembly, addresses: Addresses): ResolvedAssembly {
  const scopes = createScopes(assembly, addresses);
  const resolved: ResolvedAssembly = { resources: [], outputs: new Map() };
  const seen = new Set<string>();
  for (const [stack, scope] of scopes) {
    const exists = (condition: string | undefined) => condition === undefined || scope.condition(condition);
    for (const [logicalId, declaration] of Object.entries(stack.Resources)) {
      if (declaration.Type === "AWS::CDK::Metadata" || !exists(declaration.Condition)) continue;
      if (seen.has(logicalId)) throw new Error(`two stacks have a resource ${logicalId}`);
      seen.add(logicalId);
      const properties = Object(resolve(declaration.Properties, scope));
      const path = declaration.Metadata?.["aws:cdk:path"];
      const local = localName({ stack: stack.name, logicalId, declaration }, addresses);
      resolved.resources.push({ logicalId, type: declaration.Type, properties, local, path });
    }
    for (const [name, output] of Object.entries(stack.Outputs)) {
      if (exists(output.Condition)) resolved.outputs.set(name, String(resolve(output.Value, scope)));
    }
  }
  return resolved;
}

function createScopes(assembly: Assembly, addresses: Addresses): Map<Stack, Scope> {
  const scopes = new Map<Stack, Scope>();
  const importedValue = (exportName: string): unknown => {
    for (const [stack, scope] of scopes) {
      for (const { Value, Export } of Object.values(stack.Outputs)) {
        if (Export !== undefined && resolve(Export.Name, scope) === exportName) return resolve(Value, scope);
      }
    }
    throw new Error(`no stack exports ${exportName}`);
  };
  for (const stack of assembly.stacks) scopes.set(stack, createScope(stack, addresses, importedValue));
  return scopes;
}

function createScope(stack: Stack, addresses: Addresses, importedValue: Scope["importedValue"]): Scope {
  const pseudo: Record<string, string | undefined> = {
    "AWS::AccountId": ACCOUNT,
    "AWS::Region": REGION,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": stack.name,
    "AWS::StackId": `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stack.name}/local`,
    "AWS::NoValue": undefined,
  };
  const named = (logicalId: string) => {
    const declaration = stack.Resources[logicalId];
    if (declaration === undefined) throw new Error(`stack ${stack.name} has no resource ${logicalId}`);
    return { type: declaration.Type, ...localName({ stack: stack.name, logicalId, declaration }, addresses) };
  };
  const scope: Scope = {
    ref(name) {
      if (name in pseudo) return pseudo[name];
      const parameter = stack.Parameters[name];
      return parameter === undefined ? named(name).ref : parameter.Default;
    },
    attribute(logicalId, name) {
      const { type, attributes } = named(logicalId);
      return attributes[name] ?? unknownAttribute(type, logicalId, name);
    },
    importedValue,
    condition: (name) => resolveCondition(stack.Conditions[name], scope),
    mapping: ([map, first, second]) => stack.Mappings[map]?.[first]?.[second],
  };
  return scope;
}

/** An inert resource has no local attributes: any text will do, since nothing that runs here reads it. */
function unknownAttribute(type: string, logicalId: string, name: string): string {
  if (type.startsWith("AWS::DynamoDB") || type.startsWith("AWS::SQS") || type.startsWith("AWS::Lambda")) {
    throw new Error(`the local cloud does not know ${logicalId}.${name} of a ${type}`);
  }
  return `${logicalId}.${name}`;
}
