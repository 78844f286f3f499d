import * as z from "zod";
import { isObject } from "#local-cloud/aws/json.ts";
import type { FilterPattern } from "#local-cloud/template/event-sources.ts";

/** Whether a record passes a filter. */
export type EventFilter = (event: unknown) => boolean;

type Matches = (value: unknown) => boolean;

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Excluded = z.union([z.array(Scalar), Scalar.transform((value) => [value])]);
const Text = z.string();
const Bound = z.tuple([z.enum(["=", "<", "<=", ">", ">="]), z.number()]);

const COMPARISONS = {
  "=": (value: number, bound: number) => value === bound,
  "<": (value: number, bound: number) => value < bound,
  "<=": (value: number, bound: number) => value <= bound,
  ">": (value: number, bound: number) => value > bound,
  ">=": (value: number, bound: number) => value >= bound,
} as const;

/** The supported operators of an event pattern; any other operator is an error. */
const OPERATORS: Record<string, (argument: unknown) => Matches> = {
  prefix: (argument) => textMatch(argument, (text, prefix) => text.startsWith(prefix)),
  suffix: (argument) => textMatch(argument, (text, suffix) => text.endsWith(suffix)),
  "equals-ignore-case": (argument) =>
    textMatch(argument, (text, other) => text.toLowerCase() === other.toLowerCase()),
  exists: (argument) => {
    const mustExist = z.boolean().parse(argument);
    return (value) => (value !== undefined) === mustExist;
  },
  "anything-but": (argument) => {
    const pattern = z.record(z.string(), z.unknown()).safeParse(argument);
    const excluded = pattern.success ? compileMatcher(pattern.data) : exclusion(Excluded.parse(argument));
    return (value) => value !== undefined && !excluded(value);
  },
  numeric: (argument) => {
    const parts = z.array(z.unknown()).parse(argument);
    const bounds = parts.flatMap((part, index) =>
      index % 2 === 0 ? [Bound.parse([part, parts[index + 1]])] : [],
    );
    return (value) =>
      typeof value === "number" && bounds.every(([operator, bound]) => COMPARISONS[operator](value, bound));
  },
};

/** Compiles the filters of an event source mapping. A record passes if any pattern matches, or if there are no patterns. */
export function compileFilters(patterns: readonly FilterPattern[]): EventFilter {
  const filters = patterns.map(compilePattern);
  return (event) => filters.length === 0 || filters.some((filter) => filter(event));
}

function compilePattern(pattern: FilterPattern): EventFilter {
  const fields = Object.entries(pattern).map(([name, expected]): EventFilter => {
    if (name === "$or") {
      const branches = z.array(z.record(z.string(), z.unknown())).parse(expected).map(compilePattern);
      return (event) => branches.some((branch) => branch(event));
    }
    const matches = Array.isArray(expected)
      ? compileLeaf(expected)
      : compilePattern(z.record(z.string(), z.unknown()).parse(expected));
    return (event) => matches(getField(event, name));
  });
  return (event) => fields.every((field) => field(event));
}

/** A leaf lists the allowed values; if the value is a list, one matching element is enough. */
function compileLeaf(expected: readonly unknown[]): Matches {
  const matchers = expected.map(compileMatcher);
  const matchesAny = (value: unknown): boolean => matchers.some((matches) => matches(value));
  return (value) => (Array.isArray(value) ? value.some(matchesAny) : matchesAny(value));
}

function compileMatcher(expected: unknown): Matches {
  const scalar = Scalar.safeParse(expected);
  if (scalar.success) return (value) => value === scalar.data;
  const [[name, argument] = ["", undefined], ...more] = Object.entries(z.object({}).loose().parse(expected));
  const operator = OPERATORS[name];
  if (operator === undefined || more.length > 0) {
    throw new Error(`the local cloud does not know the filter ${JSON.stringify(expected)}`);
  }
  return operator(argument);
}

const exclusion =
  (excluded: readonly unknown[]): Matches =>
  (value) =>
    excluded.includes(value);

function textMatch(argument: unknown, matches: (text: string, argument: string) => boolean): Matches {
  const text = Text.parse(argument);
  return (value) => typeof value === "string" && matches(value, text);
}

const getField = (event: unknown, name: string): unknown =>
  isObject(event) && Object.hasOwn(event, name) ? event[name] : undefined;
