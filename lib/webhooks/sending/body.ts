import type { WebhookTrigger } from "#lib/events/triggers.ts";

/** An event as its subscribers are told of it; `payload` is JSON text. */
export interface WebhookEvent {
  trigger: WebhookTrigger;
  createdAt: string;
  payload: string;
}

/**
 * The body of a delivery: the same bytes with every attempt while the template stays. MEETING_STARTED and MEETING_ENDED
 * have the booking's fields also at the top level; a template sees them there with every trigger. Undefined when the
 * template makes too much of it.
 */
export function renderBody(event: WebhookEvent, template: string | null): RenderedBody | undefined {
  const { trigger, createdAt, payload } = event;
  const isMeeting = trigger === "MEETING_STARTED" || trigger === "MEETING_ENDED";
  const wrapper = `{"triggerEvent":"${trigger}","createdAt":"${createdAt}","payload":${payload}`;
  if (template === null) {
    const fields = isMeeting ? `,${payload.slice(1)}` : "}";
    return { body: wrapper + fields, contentType: "application/json" };
  }
  const fields = JSON.parse(payload) as Record<string, unknown>;
  return renderTemplate(template, { ...fields, triggerEvent: trigger, createdAt, payload: fields });
}

const PLACEHOLDER = /\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g;
const ONLY_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);
/** Bytes of a rendered body. */
const LARGEST = 262_144;
/** Objects and lists within each other. */
const DEEPEST = 100;

/** A rendered body and what it is. */
export interface RenderedBody {
  body: string;
  contentType: "application/json" | "text/plain; charset=utf-8";
}

/**
 * Fills `{{dotted.path.0}}` placeholders; there is no logic. A template that is JSON is filled in its parsed tree, so
 * no value can change its structure: a text that is one placeholder becomes the value itself, others are joined as
 * text. Any other template is plain text. What is missing is empty text. Undefined when the result
 * is over 256 KB or 100 levels deep.
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

/** What placeholders stand for. Together they give no more than a body takes: a template may name a large one often. */
class PlaceholderValues {
  readonly #from: Record<string, unknown>;
  #left = LARGEST;

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
    this.#left -= text.length;
    if (this.#left < 0) throw new TooLarge();
    return text;
  }
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

/** Follows own properties only, so nothing of JavaScript itself can be reached. */
function valueAt(path: string, values: unknown): unknown {
  let value = values;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
