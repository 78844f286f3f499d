import * as z from "zod";

/** The keywords of a JSON Schema that say how large a value may be. */
const Node = z.looseObject({
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).default({}),
  /** Several where the metadata of a schema says so. */
  type: z.union([z.string().transform((type) => [type]), z.array(z.string())]).default([]),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  maxItems: z.int().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
  properties: z.record(z.string(), z.unknown()).default({}),
  additionalProperties: z.unknown().optional(),
  "x-maxBytes": z.int().optional(),
});

/**
 * The places of a request schema where a caller may send text, a list or an object of any size: each with what it lacks. A
 * free-form object states `x-maxBytes` in its metadata, because JSON Schema has no keyword for it.
 */
export function unboundedParts(schema: z.ZodType): string[] {
  const root = Node.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  const visited = new Set<string>();
  const visit = (value: unknown, place: string): string[] => {
    const node = Node.parse(value);
    if (node["x-maxBytes"] !== undefined || node.const !== undefined || node.enum !== undefined) return [];
    if (node.$ref !== undefined) {
      if (visited.has(node.$ref)) return [];
      visited.add(node.$ref);
      const name = node.$ref.replace("#/$defs/", "");
      return visit(node.$ref === "#" ? root : root.$defs[name], place);
    }
    const alternatives = [...node.anyOf, ...node.oneOf];
    const inner = alternatives.flatMap((part) => visit(part, place));
    if (node.allOf.length > 0) {
      // One bounded part is enough: a value must satisfy all of them.
      const parts = node.allOf.map((part) => visit(part, place));
      return parts.some((missing) => missing.length === 0) ? [] : parts.flat();
    }
    const ofType: Record<string, () => string[]> = {
      string: () => (isBoundedText(node) ? [] : [`${place}: a string without maxLength`]),
      array: () => [
        ...(node.maxItems === undefined ? [`${place}: an array without maxItems`] : []),
        ...visit(node.items ?? {}, `${place}[]`),
      ],
      object: () => [
        ...Object.entries(node.properties).flatMap(([name, part]) => visit(part, `${place}.${name}`)),
        ...(isFreeForm(node) ? [`${place}: an object without x-maxBytes`] : []),
      ],
    };
    if (node.type.length === 0 && alternatives.length === 0) return [`${place}: any value`];
    return [...inner, ...node.type.flatMap((type) => ofType[type]?.() ?? [])];
  };
  return visit(root, "");
}

/** Whether a length is stated, or the pattern repeats nothing without an end. */
function isBoundedText({ maxLength, pattern }: z.output<typeof Node>): boolean {
  if (maxLength !== undefined) return true;
  if (pattern === undefined) return false;
  const repetitions = pattern.replaceAll(/\\./g, "").replaceAll(/\[[^\]]*\]/g, "");
  return /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(repetitions);
}

/** Objects drop or refuse fields they do not list, unless they say what other fields hold. */
const isFreeForm = ({ additionalProperties }: z.output<typeof Node>): boolean =>
  additionalProperties !== undefined && additionalProperties !== false;
