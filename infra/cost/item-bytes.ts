/** One attribute value as DynamoDB's protocol has it: `{ S: "text" }`. */
type Value = Readonly<Record<string, unknown>>;
export type WireItem = Readonly<Record<string, Value>>;

/** What a list or a map takes beside its content, and each of its elements. */
const CONTAINER = 3;
const ELEMENT = 1;

/** Bytes of an item by DynamoDB's rules ("DynamoDB item sizes and formats" of its developer guide). */
export const itemBytes = (item: WireItem): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);

function valueBytes(value: Value): number {
  const [type = "", content] = Object.entries(value)[0] ?? [];
  if (type === "S") return Buffer.byteLength(String(content));
  if (type === "N") return numberBytes(String(content));
  if (type === "B") return Buffer.from(String(content), "base64").length;
  if (type === "L") return CONTAINER + elements(Object.values(content as Value[]));
  if (type === "M")
    return CONTAINER + itemBytes(content as WireItem) + ELEMENT * Object.keys(content as WireItem).length;
  if (type === "SS") return (content as string[]).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  // True, false and null.
  return 1;
}

const elements = (values: readonly Value[]): number =>
  values.reduce((sum, value) => sum + valueBytes(value) + ELEMENT, 0);

/** About one byte for every two significant digits, and one. */
const numberBytes = (digits: string): number =>
  Math.ceil(digits.replace(/^-?0*|\.|0+$/g, "").length / 2) + 1 + (digits.startsWith("-") ? 1 : 0);
