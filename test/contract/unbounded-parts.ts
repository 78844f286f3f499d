import * as z from "zod";

/** The keywords of a JSON Schema that limit the size of a value. */
const Node = z.looseObject({
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).default({}),
  /** Several if the metadata of a schema has a list. */
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
 * Finds the parts of a request schema that accept text, a list or an object of any size, each with the missing limit. A
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

/** Whether the schema has a maximum length, or a pattern without unlimited repetitions. */
function isBoundedText({ maxLength, pattern }: z.output<typeof Node>): boolean {
  if (maxLength !== undefined) return true;
  if (pattern === undefined) return false;
  const repetitions = pattern.replaceAll(/\\./g, "").replaceAll(/\[[^\]]*\]/g, "");
  return /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(repetitions);
}

/** Objects ignore or reject undeclared fields, unless they have a schema for additional ones. */
const isFreeForm = ({ additionalProperties }: z.output<typeof Node>): boolean =>
  additionalProperties !== undefined && additionalProperties !== false;
