import { ACCOUNT, REGION } from "#local-cloud/aws/types.ts";
import { type Assembly, NESTED_STACK, type Stack } from "./assembly.ts";
import { type Resolver, resolve, resolveCondition } from "./intrinsics.ts";
import { type Addresses, hasLocalAttributes, type LocalName, localName } from "./local-names.ts";

/** A resource of the assembly with its properties resolved to local values. */
export interface ResolvedResource {
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
  local: LocalName;
  /** Construct path, e.g. `Almanac/BookingsCancel/Function/Resource`, if the assembly has path metadata. */
  path: string | undefined;
}

/** All resources of the assembly whose conditions are true, and the outputs of its top-level stacks. */
export interface ResolvedAssembly {
  resources: ResolvedResource[];
  outputs: Map<string, string>;
}

/** Types in a template's resources that are not resources of the local cloud. */
const IGNORED_TYPES = new Set(["AWS::CDK::Metadata", NESTED_STACK]);

/** Resolves an assembly to local names. Throws if two of its stacks have the same logical id. */
export function resolveAssembly(assembly: Assembly, addresses: Addresses): ResolvedAssembly {
  const resolvers = createResolvers(assembly, addresses);
  const resolved: ResolvedAssembly = { resources: [], outputs: new Map() };
  const logicalIds = new Set<string>();
  for (const [stack, resolver] of resolvers) {
    const exists = (condition: string | undefined) =>
      condition === undefined || resolver.condition(condition);
    for (const [logicalId, declaration] of Object.entries(stack.Resources)) {
      if (IGNORED_TYPES.has(declaration.Type) || !exists(declaration.Condition)) continue;
      if (logicalIds.has(logicalId)) throw new Error(`two stacks have a resource ${logicalId}`);
      logicalIds.add(logicalId);
      const properties = Object(resolve(declaration.Properties, resolver));
      const path = declaration.Metadata?.["aws:cdk:path"];
      const local = localName({ stack: stack.name, logicalId, declaration }, addresses);
      resolved.resources.push({ logicalId, type: declaration.Type, properties, local, path });
    }
    for (const [name, output] of Object.entries(stack.nestedAs ? {} : stack.Outputs)) {
      if (exists(output.Condition)) resolved.outputs.set(name, String(resolve(output.Value, resolver)));
    }
  }
  return resolved;
}

function createResolvers(assembly: Assembly, addresses: Addresses): Map<Stack, Resolver> {
  const resolvers = new Map<Stack, Resolver>();
  const others: OtherStacks = {
    importedValue(exportName) {
      for (const [stack, resolver] of resolvers) {
        for (const { Value, Export } of Object.values(stack.Outputs)) {
          if (Export !== undefined && resolve(Export.Name, resolver) === exportName)
            return resolve(Value, resolver);
        }
      }
      throw new Error(`no stack exports ${exportName}`);
    },
    nestedOutput(parent, logicalId, name) {
      for (const [stack, resolver] of resolvers) {
        if (stack.nestedAs?.parent !== parent || stack.nestedAs.logicalId !== logicalId) continue;
        return resolve(stack.Outputs[name]?.Value, resolver);
      }
      throw new Error(`no stack is nested as ${logicalId}`);
    },
    parentResolver: (stack) => (stack.nestedAs ? resolvers.get(stack.nestedAs.parent) : undefined),
  };
  for (const stack of assembly.stacks) resolvers.set(stack, createResolver(stack, addresses, others));
  return resolvers;
}

/** Resolves the references of one stack to other stacks. */
interface OtherStacks {
  importedValue: Resolver["importedValue"];
  nestedOutput(parent: Stack, logicalId: string, name: string): unknown;
  parentResolver(stack: Stack): Resolver | undefined;
}

function createResolver(stack: Stack, addresses: Addresses, others: OtherStacks): Resolver {
  const pseudo = pseudoParameters(stack.name);
  const getName = (logicalId: string) => {
    const declaration = stack.Resources[logicalId];
    if (declaration === undefined) throw new Error(`stack ${stack.name} has no resource ${logicalId}`);
    return { type: declaration.Type, ...localName({ stack: stack.name, logicalId, declaration }, addresses) };
  };
  const parameterValue = (name: string): unknown => {
    const argument = stack.nestedAs?.parameters[name];
    const parent = others.parentResolver(stack);
    return argument === undefined || parent === undefined
      ? stack.Parameters[name]?.Default
      : resolve(argument, parent);
  };
  const resolver: Resolver = {
    ref(name) {
      if (name in pseudo) return pseudo[name];
      return name in stack.Parameters ? parameterValue(name) : getName(name).ref;
    },
    attribute(logicalId, name) {
      if (stack.Resources[logicalId]?.Type === NESTED_STACK)
        return others.nestedOutput(stack, logicalId, name.replace(/^Outputs\./, ""));
      const { type, attributes } = getName(logicalId);
      return attributes[name] ?? unknownAttribute(type, logicalId, name);
    },
    importedValue: others.importedValue,
    condition: (name) => resolveCondition(stack.Conditions[name], resolver),
    mapping: ([map, first, second]) => stack.Mappings[map]?.[first]?.[second],
  };
  return resolver;
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

/** The local cloud ignores the attributes of types that it does not run, so their value is only a placeholder. */
function unknownAttribute(type: string, logicalId: string, name: string): string {
  if (hasLocalAttributes(type)) {
    throw new Error(`the local cloud does not know ${logicalId}.${name} of a ${type}`);
  }
  return `${logicalId}.${name}`;
}
