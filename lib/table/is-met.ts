import type { Condition } from "./condition.ts";

/** Whether an item meets a condition, as DynamoDB would evaluate it. For items that are not in the table. */
export function isMet(condition: Condition, item: Readonly<Record<string, unknown>>): boolean {
  switch (condition.is) {
    case "present":
      return condition.attribute === "pk" || isPresent(item[condition.attribute]);
    case "absent":
      return condition.attribute !== "pk" && !isPresent(item[condition.attribute]);
    case "compared":
      return isComparedAs(condition.comparator, item[condition.attribute], condition.value);
    case "oneOf":
      return condition.values.includes(item[condition.attribute]);
    case "fewer":
      return sizeOf(item[condition.attribute]) < condition.than;
    case "all":
      return condition.of.every((each) => isMet(each, item));
    case "any":
      return condition.of.some((each) => isMet(each, item));
    default:
      return condition satisfies never;
  }
}

const isPresent = (value: unknown): boolean => value !== undefined;

/** The number of elements of a list or map; a missing one has none. */
const sizeOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? Object.keys(value).length : 0;

type Comparator = Extract<Condition, { is: "compared" }>["comparator"];

/** DynamoDB compares only values of the same type; a missing attribute meets no comparison but `<>`. */
function isComparedAs(comparator: Comparator, one: unknown, other: unknown): boolean {
  if (comparator === "=") return one === other;
  if (comparator === "<>") return one !== other;
  const order = orderOf(one, other);
  if (order === undefined) return false;
  if (comparator === "<") return order < 0;
  if (comparator === "<=") return order <= 0;
  return comparator === ">" ? order > 0 : order >= 0;
}

function orderOf(one: unknown, other: unknown): number | undefined {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== "string" || typeof other !== "string") return undefined;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
