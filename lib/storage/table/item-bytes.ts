/**
 * Maximum number of bytes of a value in the table: names and strings in UTF-8, numbers as their digits, 3 for a list or map and 1 for each
 * of its elements. Undefined values are not stored.
 */
export function itemBytes(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return String(value).length + 1;
  if (typeof value !== "object" || value === null) return 1;
  const elements = Array.isArray(value)
    ? value.map((element) => itemBytes(element))
    : Object.entries(value).map(([name, element]) => Buffer.byteLength(name) + itemBytes(element));
  return elements.reduce((sum, bytes) => sum + bytes + 1, 3);
}
