type Comparator = "=" | "<>" | "<" | "<=" | ">=" | ">";

/** A condition on a stored item, as data. Only `lib/storage/table` renders it as an expression. */
export type Condition =
  | { is: "absent" | "present"; attribute: string }
  | { is: "compared"; attribute: string; comparator: Comparator; value: unknown }
  | { is: "oneOf"; attribute: string; values: readonly unknown[] }
  | { is: "fewer"; attribute: string; than: number }
  | { is: "all" | "any"; of: readonly Condition[] };

const compared =
  (comparator: Comparator) =>
  (attribute: string, value: unknown): Condition => ({ is: "compared", attribute, comparator, value });

export const absent = (attribute: string): Condition => ({ is: "absent", attribute });
export const present = (attribute: string): Condition => ({ is: "present", attribute });
export const differs = compared("<>");
export const equals = compared("=");
export const lessThan = compared("<");
export const greaterThan = compared(">");
export const atMost = compared("<=");
export const atLeast = compared(">=");
export const oneOf = (attribute: string, values: readonly unknown[]): Condition => ({
  is: "oneOf",
  attribute,
  values,
});
/** Requires that a list or map has fewer than this number of elements. */
export const fewer = (attribute: string, than: number): Condition => ({ is: "fewer", attribute, than });
export const all = (...of: readonly Condition[]): Condition => ({ is: "all", of });
export const any = (...of: readonly Condition[]): Condition => ({ is: "any", of });
