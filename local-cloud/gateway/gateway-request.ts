import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import type { Match } from "./router.ts";

/** A request, before it is passed to an integration. */
export interface GatewayRequest {
  /** The client's `x-amzn-RequestId`, or else a generated id. */
  requestId: string;
  /** A second id, always generated. */
  extendedRequestId: string;
  receivedAt: Date;
  method: string;
  /** Path without the stage or another base path. */
  path: string;
  /** Path as the client sent it. */
  fullPath: string;
  stage: string;
  domainName: string;
  sourceIp: string;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  query: Record<string, string> | null;
  multiValueQuery: Record<string, string[]> | null;
  match: Match | undefined;
  /** The authorizer's context. */
  authorizer: Record<string, string | number> | undefined;
  body: Buffer | undefined;
}

/** Headers that API Gateway does not pass to a function. */
const DROPPED_HEADERS = new Set([
  "connection",
  "content-length",
  "content-md5",
  "expect",
  "keep-alive",
  "max-forwards",
  "proxy-authenticate",
  "server",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "www-authenticate",
  // Evaluated by the gateway itself, in `readMethod`.
  "x-http-method-override",
]);

/** The stage of the API, and the base paths that are removed from a path, of which the longest is first. */
interface RequestOptions {
  stage: string;
  basePaths: readonly string[];
}

/** Reads an HTTP request without its body. */
export function readRequest(incoming: IncomingMessage, { stage, basePaths }: RequestOptions): GatewayRequest {
  const target = incoming.url ?? "/";
  const queryStart = target.indexOf("?");
  const fullPath = queryStart < 0 ? target : target.slice(0, queryStart);
  const sourceIp = (incoming.socket.remoteAddress ?? "127.0.0.1").replace("::ffff:", "");
  const multiValueHeaders = readHeaders(incoming.rawHeaders);
  addForwardedHeaders(multiValueHeaders, { sourceIp, port: incoming.socket.localPort });
  const multiValueQuery = queryStart < 0 ? null : readQuery(target.slice(queryStart + 1));
  return {
    requestId: incoming.headers["x-amzn-requestid"]?.toString() || randomUUID(),
    extendedRequestId: `${randomBytes(11).toString("base64url")}=`,
    receivedAt: new Date(),
    method: readMethod(incoming),
    path: removeBasePath(fullPath, basePaths),
    fullPath,
    stage,
    // The host of the client's URL, so that functions can build links for this client.
    domainName: incoming.headers.host?.replace(/:\d+$/, "") || "127.0.0.1",
    sourceIp,
    headers: pickLastValues(multiValueHeaders),
    multiValueHeaders,
    query: multiValueQuery && pickLastValues(multiValueQuery),
    multiValueQuery,
    match: undefined,
    authorizer: undefined,
    body: undefined,
  };
}

/** Returns the method of a request. In API Gateway, `X-HTTP-Method-Override` replaces that of the request line. */
function readMethod({ headers, method = "GET" }: IncomingMessage): string {
  const override = headers["x-http-method-override"]?.toString() || method;
  return override.toUpperCase();
}

/** Returns the value of a request header; names are case-insensitive. */
export function findHeader({ headers }: GatewayRequest, name: string): string | undefined {
  const lowerCase = name.toLowerCase();
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === lowerCase) return value;
  }
  return undefined;
}

/** Removes the stage, or a base path of a custom domain, from a path. */
function removeBasePath(path: string, basePaths: readonly string[]): string {
  const basePath = basePaths.find((prefix) => path === `/${prefix}` || path.startsWith(`/${prefix}/`));
  return basePath === undefined ? path : path.slice(basePath.length + 1) || "/";
}

/** Creates a record without a prototype: the keys come from the client, and one may be `constructor`. */
const createRecord = (): Record<string, never> => Object.create(null);

function readHeaders(raw: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = createRecord();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const value = raw[index + 1] ?? "";
    if (DROPPED_HEADERS.has(name.toLowerCase()) || isAwsSignature(name, value)) continue;
    headers[name] ??= [];
    headers[name].push(value);
  }
  return headers;
}

/**
 * Parses a query as a REST API passes it to functions: `;` separates like `&`, everything is decoded, and then each `%`
 * is encoded again. See "Amazon API Gateway important notes for REST APIs" in the AWS documentation.
 */
function readQuery(text: string): Record<string, string[]> | null {
  const query: Record<string, string[]> = createRecord();
  for (const [name, value] of new URLSearchParams(text.replaceAll(";", "&"))) {
    const key = encodePercent(name);
    query[key] ??= [];
    query[key].push(encodePercent(value));
  }
  return Object.keys(query).length === 0 ? null : query;
}

const encodePercent = (text: string): string => text.replaceAll("%", "%25");

/** API Gateway drops an `Authorization` header that contains an AWS signature. */
const isAwsSignature = (name: string, value: string): boolean =>
  name.toLowerCase() === "authorization" && value.startsWith("AWS4-HMAC-SHA256");

interface Client {
  sourceIp: string;
  port: number | undefined;
}

function addForwardedHeaders(headers: Record<string, string[]>, { sourceIp, port }: Client): void {
  const addresses = headers["X-Forwarded-For"] ?? headers["x-forwarded-for"] ?? [];
  delete headers["x-forwarded-for"];
  headers["X-Forwarded-For"] = [[...addresses, sourceIp].join(", ")];
  headers["X-Forwarded-Port"] = [String(port)];
  headers["X-Forwarded-Proto"] = ["http"];
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  headers["X-Amzn-Trace-Id"] = [`Root=1-${seconds}-${randomBytes(12).toString("hex")}`];
}

/** Returns the last value of each header or parameter. */
function pickLastValues(all: Record<string, string[]>): Record<string, string> {
  const last: Record<string, string> = createRecord();
  for (const name in all) last[name] = all[name]?.at(-1) ?? "";
  return last;
}
