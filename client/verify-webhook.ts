/**
 * Verifies webhooks (Standard Webhooks, HMAC-SHA256). The file has no imports, so you can copy it. It needs WebCrypto: Node.js 20 or
 * later, Deno, Bun, or workers.
 */

/** The reason why a request is rejected. */
export type WebhookRefusal =
  | "missing header"
  | "invalid timestamp"
  | "too old"
  | "too new"
  | "no matching signature"
  | "seen before"
  | "not JSON";

/** Thrown for a request that is rejected; see `reason`. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
  readonly reason: WebhookRefusal;
  constructor(reason: WebhookRefusal) {
    super(`webhook refused: ${reason}`);
    this.reason = reason;
  }
}

/** The headers of `fetch`, Node.js or Express. Their names can be in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request, and the secret with which it is verified. */
export interface WebhookRequest {
  /** The body exactly as received, before it is parsed. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The secret of the webhook: `whsec_…`, or your own text. Several secrets while you rotate them. */
  secret: string | readonly string[];
  /** Maximum age of a request, and maximum difference of the clocks. Default: 300. */
  toleranceSeconds?: number;
  /** Returns whether a `webhook-id` was processed before. Called only if the signature is valid. */
  seen?: (id: string) => boolean | Promise<boolean>;
  /** The current time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
}

/**
 * Returns the event in a request after checking its signature and age. Signatures are compared in constant time.
 *
 * @example
 * const event = await verifyWebhook<WebhookEvent>({ body: await request.text(), headers: request.headers, secret });
 * if (event.triggerEvent === "BOOKING_CREATED") console.log(event.payload.title);
 * @throws {WebhookVerificationError} if the request is rejected
 */
export async function verifyWebhook<Event = unknown>(request: WebhookRequest): Promise<Event> {
  const { body, secret, seen } = request;
  const [id, timestamp, signatures] = [
    required(request, "webhook-id"),
    required(request, "webhook-timestamp"),
    required(request, "webhook-signature"),
  ];
  requireRecent(timestamp, request);
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const content = concat(encoder.encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(content, signatures, [secret].flat())))
    throw new WebhookVerificationError("no matching signature");
  if (await seen?.(id)) throw new WebhookVerificationError("seen before");
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new WebhookVerificationError("not JSON");
  }
}

const PREFIX = "whsec_";
/** 32 bytes in base64. */
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const encoder = new TextEncoder();

function required({ headers }: WebhookRequest, name: string): string {
  const value = headerOf(headers, name);
  if (!value) throw new WebhookVerificationError("missing header");
  return value;
}

function headerOf(headers: WebhookHeaders, name: string): string | null | undefined {
  if (isFetchHeaders(headers)) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return typeof found?.[1] === "string" ? found[1] : found?.[1]?.join(" ");
}

const isFetchHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers["get"] === "function";

function requireRecent(
  timestamp: string,
  { toleranceSeconds = 300, now = Date.now }: Pick<WebhookRequest, "toleranceSeconds" | "now">,
): void {
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError("invalid timestamp");
  const age = Math.floor(now() / 1000) - Number(timestamp);
  if (age > toleranceSeconds) throw new WebhookVerificationError("too old");
  if (-age > toleranceSeconds) throw new WebhookVerificationError("too new");
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = signatures.split(" ").flatMap((signature) => SIGNATURE.exec(signature)?.[1] ?? []);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey("raw", keyOf(secret), algorithm, false, ["verify"]);
    for (const signature of candidates)
      if (await crypto.subtle.verify("HMAC", key, fromBase64(signature), content)) return true;
  }
  return false;
}

/** The key is base64 after the prefix. A text without the prefix is itself the key. */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> =>
  secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : encoder.encode(secret);

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
