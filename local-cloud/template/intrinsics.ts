import * as z from "zod";

/** Resolves the references in the intrinsic functions of one stack. */
export interface Resolver {
  ref(name: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  importedValue(exportName: string): unknown;
  condition(name: string): boolean;
  mapping(path: readonly [string, string, string]): unknown;
}

type Evaluate = (argument: unknown, resolver: Resolver) => unknown;

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Pair = z.tuple([z.unknown(), z.unknown()]);
const Triple = z.tuple([z.unknown(), z.unknown(), z.unknown()]);

const FUNCTIONS: Record<string, Evaluate> = {
  Ref: (name, resolver) => resolver.ref(z.string().parse(name)),
  "Fn::GetAtt": getAttribute,
  "Fn::Join": (argument, resolver) => {
    const [separator, parts] = Pair.parse(argument);
    return z.array(Text).parse(resolve(parts, resolver)).join(z.string().parse(separator));
  },
  "Fn::Sub": substitute,
  "Fn::ImportValue": (name, resolver) => resolver.importedValue(z.string().parse(resolve(name, resolver))),
  "Fn::Select": (argument, resolver) => {
    const [index, list] = Pair.parse(argument);
    return z.array(z.unknown()).parse(resolve(list, resolver))[
      z.coerce.number().parse(resolve(index, resolver))
    ];
  },
  "Fn::Split": (argument, resolver) => {
    const [separator, text] = Pair.parse(argument);
    return Text.parse(resolve(text, resolver)).split(z.string().parse(separator));
  },
  "Fn::If": (argument, resolver) => {
    const [name, then, otherwise] = Triple.parse(argument);
    return resolve(resolver.condition(z.string().parse(name)) ? then : otherwise, resolver);
  },
  "Fn::Equals": (argument, resolver) => {
    const [left, right] = Pair.parse(argument);
    return JSON.stringify(resolve(left, resolver)) === JSON.stringify(resolve(right, resolver));
  },
  "Fn::And": (argument, resolver) => resolveConditions(argument, resolver).every(Boolean),
  "Fn::Or": (argument, resolver) => resolveConditions(argument, resolver).some(Boolean),
  "Fn::Not": (argument, resolver) => !resolveConditions(argument, resolver)[0],
  "Fn::Base64": (argument, resolver) =>
    Buffer.from(Text.parse(resolve(argument, resolver))).toString("base64"),
  "Fn::FindInMap": (argument, resolver) => {
    const keys = z.tuple([Text, Text, Text]).parse(resolve(argument, resolver));
    return resolver.mapping(keys);
  },
};

/**
 * Evaluates every intrinsic function in a template value. `AWS::NoValue` is removed from objects and lists. Throws for an
 * unknown function.
 */
export function resolve(value: unknown, resolver: Resolver): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, resolver)).filter((item) => item !== undefined);
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (first !== undefined && entries.length === 1 && isIntrinsic(first[0])) {
    const evaluate = FUNCTIONS[first[0]];
    if (evaluate === undefined) {
      throw new Error(`the local cloud does not know the intrinsic function ${first[0]}`);
    }
    return evaluate(first[1], resolver);
  }
  const resolved = entries.map(([key, item]): [string, unknown] => [key, resolve(item, resolver)]);
  return Object.fromEntries(resolved.filter(([, item]) => item !== undefined));
}

/** `Condition` is not included, because in a policy statement it is a property of IAM. */
const isIntrinsic = (key: string): boolean => key === "Ref" || key.startsWith("Fn::");

/** Evaluates a condition of a template. `{Condition: name}` refers to another condition. */
export function resolveCondition(value: unknown, resolver: Resolver): boolean {
  const reference = z.strictObject({ Condition: z.string() }).safeParse(value);
  return Boolean(reference.success ? resolver.condition(reference.data.Condition) : resolve(value, resolver));
}

const resolveConditions = (argument: unknown, resolver: Resolver): boolean[] =>
  z
    .array(z.unknown())
    .parse(argument)
    .map((item) => resolveCondition(item, resolver));

function getAttribute(argument: unknown, resolver: Resolver): unknown {
  const text = z.string().safeParse(argument);
  const parts = text.success ? text.data.split(".") : z.array(z.string()).parse(argument);
  const [logicalId = "", ...names] = parts;
  return resolver.attribute(logicalId, names.join("."));
}

function substitute(argument: unknown, resolver: Resolver): string {
  const withoutVariables = z.string().safeParse(argument);
  const [text, variables] = withoutVariables.success
    ? [withoutVariables.data, {}]
    : z.tuple([z.string(), z.record(z.string(), z.unknown())]).parse(argument);
  return text.replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, name: string) => {
    if (literal === "!") return `\${${name}}`;
    if (name in variables) return Text.parse(resolve(variables[name], resolver));
    return Text.parse(name.includes(".") ? getAttribute(name, resolver) : resolver.ref(name));
  });
}
