/**
 * Templates of keys: `H#{userId}`, `B#{id:10}` (zero-padded to 10 digits), `BI#{id/100}` (whole hundreds). `#` separates the parts,
 * so only the value of the last placeholder may contain it.
 */
type Name<P extends string> = P extends `${infer N}:${string}` ? N : P extends `${infer N}/${string}` ? N : P;

/** Names of the placeholders in a template: `"A#{x}#{y:10}"` → `"x" | "y"`. */
export type Placeholders<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? Name<P> | Placeholders<Rest>
  : never;

export type KeyValue = string | number;
const PLACEHOLDER = /\{(\w+)(?:(:|\/)(\d+))?\}/g;
const MAX_BYTES = 1024;

/**
 * Fills a template. Stops at the first placeholder without a value and returns the prefix before it, for `begins_with`.
 *
 * @example renderKey("B#{id:10}", { id: 7 }) → { text: "B#0000000007", complete: true }
 */
export function renderKey(
  template: string,
  values: Record<string, unknown>,
): { text: string; complete: boolean } {
  let text = "";
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [placeholder, name = "", operator, operand] = match;
    text += template.slice(end, match.index);
    const value = values[name];
    if (value === undefined || value === null) return { text, complete: false };
    end = match.index + placeholder.length;
    text += renderValue(`${name} of ${template}`, value, {
      operator,
      operand: Number(operand),
      isLast: end === template.length,
    });
  }
  text += template.slice(end);
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new RangeError(`a key of ${template} is longer than ${MAX_BYTES} bytes`);
  return { text, complete: true };
}

interface Format {
  operator: string | undefined;
  operand: number;
  isLast: boolean;
}

function renderValue(name: string, value: unknown, format: Format): string {
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} is not an id: ${value}`);
    const number = format.operator === "/" ? Math.floor(value / format.operand) : value;
    return format.operator === ":" ? String(number).padStart(format.operand, "0") : String(number);
  }
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be text or an id`);
  if (!format.isLast && value.includes("#")) throw new RangeError(`${name} contains the separator #`);
  return value;
}

/** Parses a key into the values of its template, as strings; undefined if it does not match the template. */
export function parseKey(template: string, key: string): Record<string, string> | undefined {
  let pattern = "";
  let end = 0;
  for (const { 0: placeholder, 1: name, index } of template.matchAll(PLACEHOLDER)) {
    pattern += RegExp.escape(template.slice(end, index));
    end = index + placeholder.length;
    pattern += `(?<${name}>${end === template.length ? ".+" : "[^#]+"})`;
  }
  const found = new RegExp(`^${pattern}${RegExp.escape(template.slice(end))}$`, "s").exec(key);
  return found ? { ...found.groups } : undefined;
}
