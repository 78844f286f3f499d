import * as z from "zod";

/** Resolves the references in the intrinsic functions of one stack. */
export interface Scope {
  ref(name: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  importedValue(exportName: string): unknown;
  condition(name: string): boolean;
  mapping(path: readonly [string, string, string]): unknown;
}

type Evaluate = (argument: unknown, scope: Scope) => unknown;

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Pair = z.tuple([z.unknown(), z.unknown()]);
const Triple = z.tuple([z.unknown(), z.unknown(), z.unknown()]);

const FUNCTIONS: Record<string, Evaluate> = {
  Ref: (name, scope) => scope.ref(z.string().parse(name)),
  "Fn::GetAtt": getAttribute,
  "Fn::Join": (argument, scope) => {
    const [separator, parts] = Pair.parse(argument);
    return z.array(Text).parse(resolve(parts, scope)).join(z.string().parse(separator));
  },
  "Fn::Sub": substitute,
  "Fn::ImportValue": (name, scope) => scope.importedValue(z.string().parse(resolve(name, scope))),
  "Fn::Select": (argument, scope) => {
    const [index, list] = Pair.parse(argument);
    return z.array(z.unknown()).parse(resolve(list, scope))[z.coerce.number().parse(resolve(index, scope))];
  },
  "Fn::Split": (argument, scope) => {
    const [separator, text] = Pair.parse(argument);
    return Text.parse(resolve(text, scope)).split(z.string().parse(separator));
  },
  "Fn::If": (argument, scope) => {
    const [name, then, otherwise] = Triple.parse(argument);
    return resolve(scope.condition(z.string().parse(name)) ? then : otherwise, scope);
  },
  "Fn::Equals": (argument, scope) => {
    const [left, right] = Pair.parse(argument);
    return JSON.stringify(resolve(left, scope)) === JSON.stringify(resolve(right, scope));
  },
  "Fn::And": (argument, scope) => resolveConditions(argument, scope).every(Boolean),
  "Fn::Or": (argument, scope) => resolveConditions(argument, scope).some(Boolean),
  "Fn::Not": (argument, scope) => !resolveConditions(argument, scope)[0],
  "Fn::Base64": (argument, scope) => Buffer.from(Text.parse(resolve(argument, scope))).toString("base64"),
  "Fn::FindInMap": (argument, scope) => {
    const keys = z.tuple([Text, Text, Text]).parse(resolve(argument, scope));
    return scope.mapping(keys);
  },
};

/**
 * Evaluates every intrinsic function in a template value. `AWS::NoValue` is removed from objects and lists. Throws for an
 * unknown function.
 */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (first !== undefined && entries.length === 1 && isIntrinsic(first[0])) {
    const evaluate = FUNCTIONS[first[0]];
    if (evaluate === undefined) {
      throw new Error(`the local cloud does not know the intrinsic function ${first[0]}`);
    }
    return evaluate(first[1], scope);
  }
  const resolved = entries.map(([key, item]): [string, unknown] => [key, resolve(item, scope)]);
  return Object.fromEntries(resolved.filter(([, item]) => item !== undefined));
}

/** `Condition` is not included, because in a policy statement it is a property of IAM. */
const isIntrinsic = (key: string): boolean => key === "Ref" || key.startsWith("Fn::");

/** Evaluates a condition of a template. `{Condition: name}` refers to another condition. */
export function resolveCondition(value: unknown, scope: Scope): boolean {
  const reference = z.strictObject({ Condition: z.string() }).safeParse(value);
  return Boolean(reference.success ? scope.condition(reference.data.Condition) : resolve(value, scope));
}

const resolveConditions = (argument: unknown, scope: Scope): boolean[] =>
  z
    .array(z.unknown())
    .parse(argument)
    .map((item) => resolveCondition(item, scope));

function getAttribute(argument: unknown, scope: Scope): unknown {
  const text = z.string().safeParse(argument);
  const parts = text.success ? text.data.split(".") : z.array(z.string()).parse(argument);
  const [logicalId = "", ...names] = parts;
  return scope.attribute(logicalId, names.join("."));
}

function substitute(argument: unknown, scope: Scope): string {
  const withoutVariables = z.string().safeParse(argument);
  const [text, variables] = withoutVariables.success
    ? [withoutVariables.data, {}]
    : z.tuple([z.string(), z.record(z.string(), z.unknown())]).parse(argument);
  return text.replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, name: string) => {
    if (literal === "!") return `\${${name}}`;
    if (name in variables) return Text.parse(resolve(variables[name], scope));
    return Text.parse(name.includes(".") ? getAttribute(name, scope) : scope.ref(name));
  });
}
