import { wildcard } from "#infra/local/wildcard.ts";
import type { Statement } from "./types.ts";

/** Condition keys of one call: `dynamodb:LeadingKeys` → its values. */
export type ConditionContext = ReadonlyMap<string, readonly string[]>;

/** A statement with its patterns compiled. */
export interface Rule {
  allows: boolean;
  conditional: boolean;
  covers(action: string, resource: string): boolean;
  holds(context: ConditionContext): boolean;
}

/** Compiles a statement; an operator, key or policy variable that is not evaluated here is an error. */
export function compileStatement(statement: Statement): Rule {
  const actions = statement.actions.map((pattern) => patternOf(pattern, "i"));
  const resources = statement.resources.map((pattern) => patternOf(pattern));
  const conditions = Object.entries(statement.conditions ?? {}).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => compileCondition(operator, key, values)),
  );
  return {
    allows: statement.effect === "Allow",
    conditional: conditions.length > 0,
    covers: (action, resource) =>
      actions.some((pattern) => pattern.test(action)) && resources.some((pattern) => pattern.test(resource)),
    holds: (context) => conditions.every((condition) => condition(context)),
  };
}

const QUANTIFIER = "ForAllValues:";
const KEYS = /^(dynamodb:LeadingKeys|kms:EncryptionContext:.+)$/;

function compileCondition(
  operator: string,
  key: string,
  values: readonly string[],
): (context: ConditionContext) => boolean {
  if (!KEYS.test(key)) throw new Error(`condition key ${key} is not evaluated by the local role check`);
  const forAll = operator.startsWith(QUANTIFIER);
  const matches = comparison(forAll ? operator.slice(QUANTIFIER.length) : operator, values);
  return (context) => {
    const present = context.get(key) ?? [];
    return present.every(matches) && (forAll || present.length > 0);
  };
}

function comparison(operator: string, values: readonly string[]): (value: string) => boolean {
  if (operator === "StringEquals") return (value) => values.includes(value);
  if (operator !== "StringLike")
    throw new Error(`condition operator ${operator} is not evaluated by the local role check`);
  const patterns = values.map((pattern) => patternOf(pattern));
  return (value) => patterns.some((pattern) => pattern.test(value));
}

/** The pattern of a statement, which may name no policy variable. */
function patternOf(text: string, flags?: string): RegExp {
  if (text.includes("${"))
    throw new Error(`policy variable in ${text} is not evaluated by the local role check`);
  return wildcard(text, flags);
}
