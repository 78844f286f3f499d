import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

/** A response with its body as text and, if it is JSON, parsed. Header names are in lower case. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: Record<string, unknown>;
}

const Response = z.looseObject({
  headers: z.record(z.string(), z.object({ $ref: z.string() })).default({}),
  content: z.record(z.string(), z.unknown()).default({}),
});
const Reference = z.object({ $ref: z.string() });
const Operation = z.looseObject({
  operationId: z.string(),
  "x-aliases": z.array(z.string()).default([]),
  responses: z.record(z.string(), z.union([Reference, Response])),
});
const Header = z.looseObject({ required: z.boolean().default(false) });
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    responses: z.record(z.string(), Response),
    headers: z.record(z.string(), Header),
  }),
});

const text = readFileSync(join(PROJECT, "docs/openapi.json"), "utf8");
/** The committed OpenAPI document. */
export const API_DOCUMENT = Document.parse(JSON.parse(text));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(JSON.parse(text), "api");
const compiled = new Map<string, ValidateFunction>();

/** Validates a value with the schema at this JSON Pointer of the document, and returns the errors. */
export function violations(pointer: string, value: unknown): string[] {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
  compiled.set(pointer, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
}

/** Builds a JSON Pointer from its parts. */
export const pointerTo = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");

const PROBLEM = pointerTo("components", "schemas", "Problem");
/** The templates of all paths. A literal segment has precedence over a parameter. */
const TEMPLATES = Object.keys(API_DOCUMENT.paths)
  .toSorted((a, b) => a.split("{").length - b.split("{").length)
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));

/** The paths of operations by their aliases, which are not paths of the document. */
const PAGE_ALIASES = new Map(
  Object.entries(API_DOCUMENT.paths).flatMap(([template, item]) =>
    Object.values(item).flatMap((operation) => operation["x-aliases"].map((route) => [route, template])),
  ),
);

/** Finds the template of a request's path. */
const templateOf = (path: string): string | undefined =>
  TEMPLATES.find(({ pattern }) => pattern.test(path.split("?")[0] ?? ""))?.template;

/**
 * Throws if the status, media type, body or required headers of a response are not as the document declares
 * them.
 */
export function requireDocumented(
  { method, path }: { method: string; path: string },
  answer: ApiResponse,
): void {
  if (method === "OPTIONS" || method === "HEAD") return;
  const template = PAGE_ALIASES.get(`${method} ${path.split("?")[0]}`) ?? templateOf(path);
  const found = deviations(method.toLowerCase(), template, answer);
  if (found.length === 0) return;
  const where = `${method} ${path} returned ${answer.status}`;
  throw new Error(
    `${where}, which differs from docs/openapi.json (npm run documents):\n${found.join("\n")}\n${answer.text}`,
  );
}

function deviations(method: string, template: string | undefined, answer: ApiResponse): string[] {
  const operation = template === undefined ? undefined : API_DOCUMENT.paths[template]?.[method];
  if (template === undefined || operation === undefined) {
    const expected = template === undefined ? 404 : 405;
    return answer.status === expected ? violations(PROBLEM, answer.json) : [`${expected} was expected`];
  }
  const status = String(answer.status);
  const declared = operation.responses[status];
  if (declared === undefined) return [`the status of ${operation.operationId} is not declared`];
  const { success, data: reference } = Reference.safeParse(declared);
  const name = success ? (reference.$ref.split("/").at(-1) ?? "") : "";
  const response = Response.parse(success ? API_DOCUMENT.components.responses[name] : declared);
  const pointer = success
    ? pointerTo("components", "responses", name)
    : pointerTo("paths", template, method, "responses", status);
  return [...missingHeaders(response, answer), ...bodyViolations(response, pointer, answer)];
}

function missingHeaders({ headers }: z.output<typeof Response>, answer: ApiResponse): string[] {
  const isRequired = (reference: string): boolean =>
    API_DOCUMENT.components.headers[reference.split("/").at(-1) ?? ""]?.required === true;
  return Object.entries(headers).flatMap(([name, { $ref }]) =>
    isRequired($ref) && !(name.toLowerCase() in answer.headers) ? [`the header ${name} is missing`] : [],
  );
}

function bodyViolations(
  { content }: z.output<typeof Response>,
  pointer: string,
  answer: ApiResponse,
): string[] {
  const types = Object.keys(content);
  if (types.length === 0) return answer.text === "" ? [] : ["no body is declared"];
  const [type = ""] = (answer.headers["content-type"] ?? "").split(";");
  if (!types.includes(type)) return [`the media type ${type} is not declared`];
  const value = type.includes("json") ? answer.json : answer.text;
  return violations(`${pointer}${pointerTo("content", type, "schema")}`, value);
}
