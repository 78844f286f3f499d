const PLACEHOLDER = /\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g;
const ONLY_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);
/** Bytes of a rendered body. */
const LARGEST = 262_144;

/** A rendered body and what it is. */
export interface Rendered {
  body: string;
  contentType: "application/json" | "text/plain; charset=utf-8";
}

/**
 * Fills `{{dotted.path.0}}` placeholders; there is no logic. A template that is JSON is filled in its parsed tree, so
 * no value can change its structure: a text that is one placeholder becomes the value itself, others are joined as
 * text. Any other template is plain text. What is missing is empty text. Undefined when the result is over 256 KB.
 */
export function renderTemplate(template: string, values: Record<string, unknown>): Rendered | undefined {
  const tree = parsed(template);
  const rendered: Rendered =
    tree === undefined
      ? { body: filledText(template, values), contentType: "text/plain; charset=utf-8" }
      : { body: JSON.stringify(filledTree(tree.json, values)), contentType: "application/json" };
  return Buffer.byteLength(rendered.body) > LARGEST ? undefined : rendered;
}

function parsed(template: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(template) };
  } catch {
    return undefined;
  }
}

function filledTree(node: unknown, values: Record<string, unknown>): unknown {
  if (typeof node === "string") {
    const [, path] = ONLY_PLACEHOLDER.exec(node) ?? [];
    return path === undefined ? filledText(node, values) : (valueAt(path, values) ?? "");
  }
  if (Array.isArray(node)) return node.map((element) => filledTree(element, values));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filledTree(value, values)]));
}

const filledText = (text: string, values: Record<string, unknown>): string =>
  text.replace(PLACEHOLDER, (_, path: string) => {
    const value = valueAt(path, values) ?? "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  });

/** Follows own properties only, so nothing of JavaScript itself can be reached. */
function valueAt(path: string, values: unknown): unknown {
  let value = values;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
