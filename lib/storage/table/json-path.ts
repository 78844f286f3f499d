type Fields = Record<string, unknown>;

/** Calls `visit` for every object to whose field a dotted path leads, with the name of the field. `*` matches all names. */
export function visitPath(value: unknown, path: string, visit: (parent: Fields, name: string) => void): void {
  const [first = "", ...rest] = path.split(".");
  if (!isFields(value)) return;
  const names = first === "*" ? Object.keys(value) : [first];
  for (const name of names.filter((each) => Object.hasOwn(value, each)))
    if (rest.length === 0) visit(value, name);
    else visitPath(value[name], rest.join("."), visit);
}

/** All values at a dotted path. */
export function valuesAt(value: unknown, path: string): unknown[] {
  const values: unknown[] = [];
  visitPath(value, path, (parent, name) => values.push(parent[name]));
  return values;
}

/** Whether a value is an object or a list. The fields of a list are its elements. */
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
