import * as z from "zod";
import type { HttpResponse } from "./gateway-responses.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Strict: API Gateway rejects a result with any other key as malformed. */
const ProxyResult = z.strictObject({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), Scalar.nullable()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(Scalar)).nullish(),
  body: Scalar.nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

const Prelude = z.object({
  statusCode: z.number().int().min(100).max(599).default(200),
  headers: z.record(z.string(), Scalar).default({}),
  multiValueHeaders: z.record(z.string(), z.array(Scalar)).default({}),
  cookies: z.array(z.string()).default([]),
});

/** Headers of a function's response that API Gateway renames. */
const REMAPPED_HEADERS = new Set([
  "authorization",
  "connection",
  "content-length",
  "content-md5",
  "date",
  "max-forwards",
  "server",
  "user-agent",
  "www-authenticate",
]);

/** Headers of a function's response that API Gateway drops. */
const DROPPED_HEADERS = new Set([
  "expect",
  "host",
  "proxy-authenticate",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);

/** Parses a buffered result; undefined if it is malformed. */
export function parseProxyResult(payload: string, acceptsBinary: boolean): HttpResponse | undefined {
  const { success, data } = ProxyResult.safeParse(JSON.parse(payload));
  if (!success) return undefined;
  const headers = clientHeaders(data.headers ?? {}, data.multiValueHeaders ?? {});
  const text = data.body ?? "";
  const body = data.isBase64Encoded && acceptsBinary ? Buffer.from(text, "base64") : text;
  return { status: data.statusCode, headers, body };
}

/** Parses the status and headers of a streamed response; undefined if its prelude is malformed. */
export function parsePrelude(prelude: string): Omit<HttpResponse, "body"> | undefined {
  const { success, data } = Prelude.safeParse(JSON.parse(prelude));
  if (!success) return undefined;
  const headers = clientHeaders(data.headers, data.multiValueHeaders);
  for (const cookie of data.cookies) headers.push(["Set-Cookie", cookie]);
  return { status: data.statusCode, headers };
}

/** Merges both maps, without duplicate pairs. API Gateway adds the type JSON to a response without a type. */
function clientHeaders(
  single: Readonly<Record<string, string | null>>,
  multiple: Readonly<Record<string, readonly string[]>>,
): HttpResponse["headers"] {
  const headers: HttpResponse["headers"] = [];
  for (const [name, value] of Object.entries(single)) {
    if (value !== null && !multiple[name]?.includes(value)) addHeader(headers, name, value);
  }
  for (const [name, values] of Object.entries(multiple)) {
    for (const value of values) addHeader(headers, name, value);
  }
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  if (!hasType) headers.push(["Content-Type", "application/json"]);
  return headers;
}

function addHeader(headers: HttpResponse["headers"], name: string, value: string): void {
  const key = name.toLowerCase();
  if (DROPPED_HEADERS.has(key)) return;
  headers.push([REMAPPED_HEADERS.has(key) ? `x-amzn-Remapped-${name}` : name, value]);
}
