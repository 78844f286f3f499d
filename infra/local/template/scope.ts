import { ACCOUNT, REGION } from "#infra/local/aws/types.ts";
import { type Assembly, NESTED_STACK, type Stack } from "./assembly.ts";
import { resolve, resolveCondition, type Scope } from "./intrinsics.ts";
import { type Addresses, isRunHere, type LocalName, localName } from "./local-names.ts";

/** A resource of the assembly with its properties resolved to local values. */
export interface ResolvedResource {
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
  local: LocalName;
  /** Construct path, e.g. `Almanac/BookingsCancel/Function/Resource`, when the assembly was made with path metadata. */
  path: string | undefined;
}

/** Every resource of the assembly whose condition holds, and the outputs of its top-level stacks. */
export interface ResolvedAssembly {
  resources: ResolvedResource[];
  outputs: Map<string, string>;
}

/** What stands among the resources of a template without being one itself. */
const NO_RESOURCE = new Set(["AWS::CDK::Metadata", NESTED_STACK]);

/** Resolves a whole assembly to local names; logical ids must be unique over all of its stacks. */
export function resolveAssembly(assembly: Assembly, addresses: Addresses): ResolvedAssembly {
  const scopes = createScopes(assembly, addresses);
  const resolved: ResolvedAssembly = { resources: [], outputs: new Map() };
  const seen = new Set<string>();
  for (const [stack, scope] of scopes) {
    const exists = (condition: string | undefined) => condition === undefined || scope.condition(condition);
    for (const [logicalId, declaration] of Object.entries(stack.Resources)) {
      if (NO_RESOURCE.has(declaration.Type) || !exists(declaration.Condition)) continue;
      if (seen.has(logicalId)) throw new Error(`two stacks have a resource ${logicalId}`);
      seen.add(logicalId);
      const properties = Object(resolve(declaration.Properties, scope));
      const path = declaration.Metadata?.["aws:cdk:path"];
      const local = localName({ stack: stack.name, logicalId, declaration }, addresses);
      resolved.resources.push({ logicalId, type: declaration.Type, properties, local, path });
    }
    for (const [name, output] of Object.entries(stack.nestedAs ? {} : stack.Outputs)) {
      if (exists(output.Condition)) resolved.outputs.set(name, String(resolve(output.Value, scope)));
    }
  }
  return resolved;
}

function createScopes(assembly: Assembly, addresses: Addresses): Map<Stack, Scope> {
  const scopes = new Map<Stack, Scope>();
  const others: Others = {
    importedValue(exportName) {
      for (const [stack, scope] of scopes) {
        for (const { Value, Export } of Object.values(stack.Outputs)) {
          if (Export !== undefined && resolve(Export.Name, scope) === exportName)
            return resolve(Value, scope);
        }
      }
      throw new Error(`no stack exports ${exportName}`);
    },
    nestedOutput(parent, logicalId, name) {
      for (const [stack, scope] of scopes) {
        if (stack.nestedAs?.parent !== parent || stack.nestedAs.logicalId !== logicalId) continue;
        return resolve(stack.Outputs[name]?.Value, scope);
      }
      throw new Error(`no stack is nested as ${logicalId}`);
    },
    parentScope: (stack) => (stack.nestedAs ? scopes.get(stack.nestedAs.parent) : undefined),
  };
  for (const stack of assembly.stacks) scopes.set(stack, createScope(stack, addresses, others));
  return scopes;
}

/** What a stack may ask of the others. */
interface Others {
  importedValue: Scope["importedValue"];
  nestedOutput(parent: Stack, logicalId: string, name: string): unknown;
  parentScope(stack: Stack): Scope | undefined;
}

function createScope(stack: Stack, addresses: Addresses, others: Others): Scope {
  const pseudo = pseudoParameters(stack.name);
  const named = (logicalId: string) => {
    const declaration = stack.Resources[logicalId];
    if (declaration === undefined) throw new Error(`stack ${stack.name} has no resource ${logicalId}`);
    return { type: declaration.Type, ...localName({ stack: stack.name, logicalId, declaration }, addresses) };
  };
  const parameterValue = (name: string): unknown => {
    const given = stack.nestedAs?.parameters[name];
    const parent = others.parentScope(stack);
    return given === undefined || parent === undefined
      ? stack.Parameters[name]?.Default
      : resolve(given, parent);
  };
  const scope: Scope = {
    ref(name) {
      if (name in pseudo) return pseudo[name];
      return name in stack.Parameters ? parameterValue(name) : named(name).ref;
    },
    attribute(logicalId, name) {
      if (stack.Resources[logicalId]?.Type === NESTED_STACK)
        return others.nestedOutput(stack, logicalId, name.replace(/^Outputs\./, ""));
      const { type, attributes } = named(logicalId);
      return attributes[name] ?? unknownAttribute(type, logicalId, name);
    },
    importedValue: others.importedValue,
    condition: (name) => resolveCondition(stack.Conditions[name], scope),
    mapping: ([map, first, second]) => stack.Mappings[map]?.[first]?.[second],
  };
  return scope;
}

const pseudoParameters = (stackName: string): Record<string, string | undefined> => ({
  "AWS::AccountId": ACCOUNT,
  "AWS::Region": REGION,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::StackName": stackName,
  "AWS::StackId": `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stackName}/local`,
  "AWS::NoValue": undefined,
});

/** What nothing here runs has no local attributes: its name stands for them, and nobody reads it. */
function unknownAttribute(type: string, logicalId: string, name: string): string {
  if (isRunHere(type)) {
    throw new Error(`the local cloud does not know ${logicalId}.${name} of a ${type}`);
  }
  return `${logicalId}.${name}`;
}
