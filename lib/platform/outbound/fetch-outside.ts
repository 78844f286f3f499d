import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { AddressNotAllowed, getTransport, limitConnecting } from "./connections.ts";
import { findUrlProblem, hostOf, type Reach } from "./outbound-url.ts";

const CONNECT_MS = 5_000;
/** Milliseconds of a request with its redirects. */
const WHOLE_MS = 20_000;
const MAX_REDIRECTS = 3;
/** Bytes of a response after decompression. */
const MAX_BYTES = 10_000_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A request to a server that a user named. */
export interface OutsideRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Header `Authorization`, and the URL of the server that it is for: it is sent to that host and its siblings only. */
  credentials?: { authorization: string; url: string };
  reach: Reach;
  /** When the request must have ended, as `performance.now()`; by default 20 s from now. */
  deadline?: number;
}

export interface OutsideResponse {
  status: number;
  /** Names are in lower case. */
  headers: Headers;
  text: string;
  /** Address of the response after redirects. */
  url: string;
}

type Headers = IncomingMessage["headers"];

/** Why there is no response. The error has no text of the other server and no address. */
export class OutsideFailure extends Error {
  readonly reason: "unreachable" | "not_allowed" | "too_large";

  constructor(reason: OutsideFailure["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** The end of time in which a request that starts now must end. */
export const defaultDeadline = (): number => performance.now() + WHOLE_MS;

/**
 * Sends a request to a server that a user named, and follows at most 3 redirects. Every URL and every address is checked (ADR 0023).
 * Fails with {@link OutsideFailure}: after 5 s without a connection, 20 s in all, or above 10 MB.
 *
 * @example
 * const { status, text } = await fetchOutside("https://example.com/feed.ics", { reach: "public" });
 */
export async function fetchOutside(url: string, request: OutsideRequest): Promise<OutsideResponse> {
  const deadline = request.deadline ?? defaultDeadline();
  const { credentials, method = "GET", body, headers, reach } = request;
  let current: Hop = {
    url,
    method,
    body,
    headers: { "accept-encoding": "gzip", ...headers },
    reach,
    deadline,
  };
  let isTrusted = credentials !== undefined;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (findUrlProblem(current.url, reach) !== undefined) throw new OutsideFailure("not_allowed");
    isTrusted &&= isSameSite(new URL(credentials?.url ?? ""), new URL(current.url));
    const authorization = isTrusted && credentials ? { authorization: credentials.authorization } : {};
    const response = await sendOnce({ ...current, headers: { ...current.headers, ...authorization } });
    const next = redirectOf(current, response);
    if (!next) return response;
    current = next;
  }
  throw new OutsideFailure("unreachable");
}

/** A request to one URL, without following redirects. */
interface Hop {
  url: string;
  method: string;
  headers: OutgoingHttpHeaders;
  body: string | undefined;
  reach: Reach;
  deadline: number;
}

/** The request after a redirect; undefined if the response is none. Only 303 changes the method (RFC 9110 §15.4). */
function redirectOf(hop: Hop, { status, headers }: OutsideResponse): Hop | undefined {
  if (!REDIRECTS.has(status) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, hop.url)) throw new OutsideFailure("unreachable");
  const { href } = new URL(headers.location, hop.url);
  return status === 303 ? { ...hop, url: href, method: "GET", body: undefined } : { ...hop, url: href };
}

/**
 * Whether a URL is at the same port and protocol of the same host, of a subdomain, or of a sibling such as `p42-caldav.icloud.com` of
 * `caldav.icloud.com`. An IP address has neither.
 */
export function isSameSite(configured: URL, url: URL): boolean {
  if (configured.protocol !== url.protocol || configured.port !== url.port) return false;
  const [first, second] = [hostOf(configured), hostOf(url)];
  if (first === second) return true;
  if (isIP(first) !== 0 || isIP(second) !== 0) return false;
  const parent = first.slice(first.indexOf(".") + 1);
  const isSibling = parent.includes(".") && second.slice(second.indexOf(".") + 1) === parent;
  return isSibling || (first.includes(".") && second.endsWith(`.${first}`));
}

/** Sends a request, a second time if the server closed an idle connection at the moment of its reuse. */
async function sendOnce(hop: Hop): Promise<OutsideResponse> {
  try {
    const first = openRequest(hop);
    try {
      return await readResponse(first, hop);
    } catch (error) {
      const isStale = first.reusedSocket && isSystemError(error) && error.code === "ECONNRESET";
      if (!isStale) throw error;
      return await readResponse(openRequest(hop), hop);
    }
  } catch (error) {
    if (error instanceof OutsideFailure) throw error;
    throw new OutsideFailure(error instanceof AddressNotAllowed ? "not_allowed" : "unreachable", {
      cause: error,
    });
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error;

function openRequest({ url, method, headers, body, reach }: Hop): ClientRequest {
  const { protocol } = new URL(url);
  const { request, agent } = getTransport(protocol, reach);
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return request(new URL(url), { method, agent, headers: { ...headers, ...length } });
}

async function readResponse(request: ClientRequest, { url, body, deadline }: Hop): Promise<OutsideResponse> {
  const timedOut = (): Error => new OutsideFailure("unreachable");
  const endConnecting = limitConnecting(request, CONNECT_MS, timedOut);
  let response: IncomingMessage | undefined;
  const whole = setTimeout(
    () => (response ?? request).destroy(timedOut()),
    Math.max(0, deadline - performance.now()),
  );
  try {
    response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.on("error", reject);
      // Without an error, if the server changes the protocol (101).
      request.once("close", () => reject(new OutsideFailure("unreachable")));
      request.end(body);
    });
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: await readText(response),
      url,
    };
  } finally {
    endConnecting();
    clearTimeout(whole);
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const sent = await pipeline(response, collect);
  // A redirect or a 304 may name the encoding of a body that it does not have, and an empty body is not valid gzip.
  const decoder = sent.length > 0 ? decoderOf(response.headers["content-encoding"]) : undefined;
  const chunks = decoder ? await pipeline(sent, decoder, collect) : sent;
  return Buffer.concat(chunks).toString("utf8");
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new OutsideFailure("too_large");
    chunks.push(chunk);
  }
  return chunks;
}

function decoderOf(encoding: string | undefined): ReturnType<typeof createGunzip> | undefined {
  switch (encoding?.toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
