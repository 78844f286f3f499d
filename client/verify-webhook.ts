/**
 * Verifies webhooks (Standard Webhooks, HMAC-SHA256). No dependency: copy this file. It runs where WebCrypto does: Node.js
 * 20 and later, Deno, Bun, Workers.
 */

/** Why a request is not believed. */
export type WebhookRefusal =
  | "missing header"
  | "invalid timestamp"
  | "too old"
  | "too new"
  | "no matching signature"
  | "seen before"
  | "not JSON";

/** Thrown for a request that is not believed; `reason` says why. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
  readonly reason: WebhookRefusal;
  constructor(reason: WebhookRefusal) {
    super(`webhook refused: ${reason}`);
    this.reason = reason;
  }
}

/** Headers as `fetch`, Node.js and Express have them; their names in whatever case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request, and what it is verified with. */
export interface WebhookRequest {
  /** Exactly the bytes that came, or their text, before anything parsed them. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The secret as it was shown, `whsec_…` or a text of your own; several while it is changed. */
  secret: string | readonly string[];
  /** How far the sender's clock may be off, and how long a recorded request can be played again. */
  toleranceSeconds?: number;
  /** Whether an id was handled before. Asked for requests that are genuine only. */
  seen?: (id: string) => boolean | Promise<boolean>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * The event in a request that is genuine and recent. Signatures are compared in constant time.
 *
 * @example
 * const event = await verifyWebhook<WebhookEvent>({ body: await request.text(), headers: request.headers, secret });
 * @throws {WebhookVerificationError} when the request is not believed
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
  const content = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
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
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name);
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
  const given = signatures.split(" ").flatMap((signature) => SIGNATURE.exec(signature)?.[1] ?? []);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey("raw", keyOf(secret), algorithm, false, ["verify"]);
    for (const signature of given)
      if (await crypto.subtle.verify("HMAC", key, fromBase64(signature), content)) return true;
  }
  return false;
}

/** The key is what is behind the prefix, in base64; a text of one's own is a key as it stands. */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> =>
  secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : encoder.encode(secret);

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
