import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BASE_PATHS } from "#infra/base-paths.ts";
import { readQuery } from "./request-query.ts";
import type { Match } from "./router.ts";

/** The one stage of the API. */
export const STAGE = "v1";

/** A request as the gateway sees it, before any integration. */
export interface GatewayRequest {
  /** What the client chose by `x-amzn-RequestId`; else the gateway's. */
  requestId: string;
  /** The gateway's own, always. */
  extendedRequestId: string;
  receivedAt: Date;
  method: string;
  /** Path without the stage or another base path. */
  path: string;
  /** Path as the client sent it. */
  fullPath: string;
  domainName: string;
  sourceIp: string;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  query: Record<string, string> | null;
  multiValueQuery: Record<string, string[]> | null;
  match: Match | undefined;
  /** What the authorizer said of the caller. */
  authorizer: Record<string, string | number> | undefined;
  body: Buffer | undefined;
}

/** Headers API Gateway never hands to a function. */
const DROPPED = new Set([
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
  // Read by the gateway itself, see `methodOf`.
  "x-http-method-override",
]);

/** Reads everything but the body of an HTTP request. */
export function readRequest(incoming: IncomingMessage): GatewayRequest {
  const target = incoming.url ?? "/";
  const mark = target.indexOf("?");
  const fullPath = mark < 0 ? target : target.slice(0, mark);
  const sourceIp = (incoming.socket.remoteAddress ?? "127.0.0.1").replace("::ffff:", "");
  const multiValueHeaders = readHeaders(incoming.rawHeaders);
  addForwarded(multiValueHeaders, { sourceIp, port: incoming.socket.localPort });
  const multiValueQuery = mark < 0 ? null : readQuery(target.slice(mark + 1));
  return {
    requestId: incoming.headers["x-amzn-requestid"]?.toString() || randomUUID(),
    extendedRequestId: `${randomBytes(11).toString("base64url")}=`,
    receivedAt: new Date(),
    method: methodOf(incoming),
    path: withoutBasePath(fullPath),
    fullPath,
    // The host and port the client used, so that a function can build links a client can follow.
    domainName: incoming.headers.host?.replace(/:\d+$/, "") || "127.0.0.1",
    sourceIp,
    headers: lastValues(multiValueHeaders),
    multiValueHeaders,
    query: multiValueQuery && lastValues(multiValueQuery),
    multiValueQuery,
    match: undefined,
    authorizer: undefined,
    body: undefined,
  };
}

/** The method of a request: API Gateway takes the one of `X-HTTP-Method-Override` instead of the request line's. */
function methodOf({ headers, method = "GET" }: IncomingMessage): string {
  const override = headers["x-http-method-override"]?.toString() || method;
  return override.toUpperCase();
}

/** Value of a request header, whatever its case. */
export function headerOf({ headers }: GatewayRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === wanted) return value;
  }
  return undefined;
}

/** The path of the resource: without the stage, or without any base path of a custom domain. */
function withoutBasePath(path: string): string {
  const basePath = BASE_PATHS.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  return basePath === undefined ? path : path.slice(basePath.length + 1) || "/";
}

/** Names come from the client, and `constructor` is one like any other. */
const nothingYet = (): Record<string, never> => Object.create(null);

function readHeaders(raw: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = nothingYet();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const value = raw[index + 1] ?? "";
    if (DROPPED.has(name.toLowerCase()) || isAwsSignature(name, value)) continue;
    headers[name] ??= [];
    headers[name].push(value);
  }
  return headers;
}

/** API Gateway drops an `Authorization` that is a signature of AWS. */
const isAwsSignature = (name: string, value: string): boolean =>
  name.toLowerCase() === "authorization" && value.startsWith("AWS4-HMAC-SHA256");

interface Origin {
  sourceIp: string;
  port: number | undefined;
}

function addForwarded(headers: Record<string, string[]>, { sourceIp, port }: Origin): void {
  const sent = headers["X-Forwarded-For"] ?? headers["x-forwarded-for"] ?? [];
  delete headers["x-forwarded-for"];
  headers["X-Forwarded-For"] = [[...sent, sourceIp].join(", ")];
  headers["X-Forwarded-Port"] = [String(port)];
  headers["X-Forwarded-Proto"] = ["http"];
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  headers["X-Amzn-Trace-Id"] = [`Root=1-${seconds}-${randomBytes(12).toString("hex")}`];
}

/** Of a header or parameter that came several times, the last counts. */
function lastValues(all: Record<string, string[]>): Record<string, string> {
  const last: Record<string, string> = nothingYet();
  for (const name in all) last[name] = all[name]?.at(-1) ?? "";
  return last;
}
