import { compileWildcard } from "#local-cloud/wildcard.ts";
import type { Statement } from "./types.ts";

/** The condition keys of one call: `dynamodb:LeadingKeys` → its values. */
export type ConditionContext = ReadonlyMap<string, readonly string[]>;

/** A statement with its patterns compiled. */
export interface Rule {
  allows: boolean;
  isConditional: boolean;
  matches(action: string, resource: string): boolean;
  meetsConditions(context: ConditionContext): boolean;
}

/** Compiles a statement; throws for an unsupported operator, condition key or policy variable. */
export function compileStatement(statement: Statement): Rule {
  const actions = statement.actions.map((pattern) => compilePattern(pattern, "i"));
  const resources = statement.resources.map((pattern) => compilePattern(pattern));
  const conditions = Object.entries(statement.conditions ?? {}).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => compileCondition(operator, key, values)),
  );
  return {
    allows: statement.effect === "Allow",
    isConditional: conditions.length > 0,
    matches: (action, resource) =>
      actions.some((pattern) => pattern.test(action)) && resources.some((pattern) => pattern.test(resource)),
    meetsConditions: (context) => conditions.every((condition) => condition(context)),
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
  const matches = compileComparison(forAll ? operator.slice(QUANTIFIER.length) : operator, values);
  return (context) => {
    const actual = context.get(key) ?? [];
    return actual.every(matches) && (forAll || actual.length > 0);
  };
}

function compileComparison(operator: string, values: readonly string[]): (value: string) => boolean {
  if (operator === "StringEquals") return (value) => values.includes(value);
  if (operator !== "StringLike")
    throw new Error(`condition operator ${operator} is not evaluated by the local role check`);
  const patterns = values.map((pattern) => compilePattern(pattern));
  return (value) => patterns.some((pattern) => pattern.test(value));
}

/** Compiles a pattern of a statement. Policy variables are not supported. */
function compilePattern(text: string, flags?: string): RegExp {
  if (text.includes("${"))
    throw new Error(`policy variable in ${text} is not evaluated by the local role check`);
  return compileWildcard(text, flags);
}
