import * as z from "zod";
import type { Answer } from "./gateway-responses.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Strict: API Gateway refuses an answer with any other key as malformed. */
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

/** Headers of a function's answer that reach the client under another name. */
const REMAPPED = new Set([
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

/** Headers of a function's answer that never reach the client. */
const DROPPED = new Set([
  "expect",
  "host",
  "proxy-authenticate",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);

/** The answer in a buffered result; undefined when the result is malformed. */
export function proxyAnswer(payload: string, acceptsBinary: boolean): Answer | undefined {
  const { success, data } = ProxyResult.safeParse(JSON.parse(payload));
  if (!success) return undefined;
  const headers = clientHeaders(data.headers ?? {}, data.multiValueHeaders ?? {});
  const text = data.body ?? "";
  const body = data.isBase64Encoded && acceptsBinary ? Buffer.from(text, "base64") : text;
  return { status: data.statusCode, headers, body };
}

/** Status and headers of a streamed answer; undefined when its prelude is malformed. */
export function streamedAnswer(prelude: string): Omit<Answer, "body"> | undefined {
  const { success, data } = Prelude.safeParse(JSON.parse(prelude));
  if (!success) return undefined;
  const headers = clientHeaders(data.headers, data.multiValueHeaders);
  for (const cookie of data.cookies) headers.push(["Set-Cookie", cookie]);
  return { status: data.statusCode, headers };
}

/** Both maps are merged, a pair that is in both counting once; an answer without a type is JSON to the gateway. */
function clientHeaders(
  single: Readonly<Record<string, string | null>>,
  multiple: Readonly<Record<string, readonly string[]>>,
): Answer["headers"] {
  const headers: Answer["headers"] = [];
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

function addHeader(headers: Answer["headers"], name: string, value: string): void {
  const key = name.toLowerCase();
  if (DROPPED.has(key)) return;
  headers.push([REMAPPED.has(key) ? `x-amzn-Remapped-${name}` : name, value]);
}
