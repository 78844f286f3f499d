import { isObject } from "#lib/platform/is-object.ts";
import type { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";

/** The parts of an event that a request contains. `payload` is JSON text. */
export interface WebhookEvent {
  trigger: WebhookTrigger;
  createdAt: string;
  payload: string;
}

/**
 * Renders the body of a request: the same bytes in each attempt, unless the template changes. MEETING_STARTED and MEETING_ENDED have the
 * booking's fields also at the top level; a template can use them there with any trigger. Undefined if the rendered body is too large.
 */
export function renderBody(event: WebhookEvent, template: string | null): RenderedBody | undefined {
  const { trigger, createdAt, payload } = event;
  const isMeeting = trigger === "MEETING_STARTED" || trigger === "MEETING_ENDED";
  const wrapper = `{"triggerEvent":"${trigger}","createdAt":"${createdAt}","payload":${payload}`;
  if (template === null) {
    const fields = isMeeting ? `,${payload.slice(1)}` : "}";
    return { body: wrapper + fields, contentType: "application/json" };
  }
  const fields: unknown = JSON.parse(payload);
  if (!isObject(fields)) throw new TypeError("the payload of an event is no object");
  return renderTemplate(template, { ...fields, triggerEvent: trigger, createdAt, payload: fields });
}

const PLACEHOLDER = /\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g;
const ONLY_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);
/** Maximum bytes of a rendered body. */
const LARGEST = 262_144;
/** Maximum depth of nested objects and lists. */
const DEEPEST = 100;

/** A rendered body and its content type. */
export interface RenderedBody {
  body: string;
  contentType: "application/json" | "text/plain; charset=utf-8";
}

/**
 * Fills `{{dotted.path.0}}` placeholders; there is no logic. A JSON template is filled after parsing, so that no value can change its
 * structure: a string that consists of one placeholder becomes the value itself, in other strings values are inserted as text. Any other
 * template is plain text. Missing values become empty text. Undefined if the result is over 256 KB or 100 levels deep.
 *
 * @example
 * renderTemplate('{"what": "{{title}}"}', { title: "Intro" }); // { body: '{"what":"Intro"}', contentType: "application/json" }
 */
export function renderTemplate(template: string, from: Record<string, unknown>): RenderedBody | undefined {
  const tree = parseTemplate(template);
  const values = new PlaceholderValues(from);
  try {
    const rendered: RenderedBody =
      tree === undefined
        ? { body: fillText(template, values), contentType: "text/plain; charset=utf-8" }
        : { body: JSON.stringify(fillTree(tree.json, values, 0)), contentType: "application/json" };
    return Buffer.byteLength(rendered.body) > LARGEST ? undefined : rendered;
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

class TooLarge extends Error {}

/** The values of placeholders. Their total length is limited, because a template may repeat a large value. */
class PlaceholderValues {
  readonly #from: Record<string, unknown>;
  #charactersLeft = LARGEST;

  constructor(from: Record<string, unknown>) {
    this.#from = from;
  }

  text(path: string): string {
    const value = valueAt(path, this.#from) ?? "";
    return this.#countLength(typeof value === "object" ? JSON.stringify(value) : String(value));
  }

  json(path: string): unknown {
    const value = valueAt(path, this.#from) ?? "";
    this.#countLength(JSON.stringify(value));
    return value;
  }

  #countLength(text: string): string {
    this.#charactersLeft -= text.length;
    if (this.#charactersLeft < 0) throw new TooLarge();
    return text;
  }
}

/** A `{{` without its `}}`. In a template that is JSON, a tag ends at the latest with its string. */
const UNCLOSED = { json: /\{\{(?!\{|(?:\\.|[^{}"\\])*\}\})/, text: /\{\{(?!\{|[^{}]*\}\})/ };

/**
 * What is wrong with a template, as the rest of a sentence; undefined if it can be rendered as intended.
 *
 * @example
 * findTemplateProblem("Hi {{title"); // 'has a "{{" without "}}" at character 4'
 */
export function findTemplateProblem(template: string): string | undefined {
  const pattern = parseTemplate(template) ? UNCLOSED.json : UNCLOSED.text;
  const at = template.search(pattern);
  return at < 0 ? undefined : `has a "{{" without "}}" at character ${at + 1}`;
}

function parseTemplate(template: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(template) };
  } catch {
    return undefined;
  }
}

function fillTree(node: unknown, values: PlaceholderValues, depth: number): unknown {
  if (depth > DEEPEST) throw new TooLarge();
  if (typeof node === "string") {
    const [, path] = ONLY_PLACEHOLDER.exec(node) ?? [];
    return path === undefined ? fillText(node, values) : values.json(path);
  }
  if (Array.isArray(node)) return node.map((element) => fillTree(element, values, depth + 1));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, fillTree(value, values, depth + 1)]),
  );
}

const fillText = (text: string, values: PlaceholderValues): string =>
  text.replace(PLACEHOLDER, (_, path: string) => values.text(path));

/** Reads own properties only, so that a template can't reach prototypes. */
function valueAt(path: string, values: unknown): unknown {
  let value = values;
  for (const name of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
