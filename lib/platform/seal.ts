import { decrypt, encrypt } from "./kms.ts";

/** Opened texts by their ciphertext, so that a warm function asks once; bounded, oldest out first. */
const opened = new Map<string, Promise<string>>();
const MOST_KEPT = 1_000;

/** Seals a text with the key of the service, bound to what it belongs to; returns base64. */
export async function seal(text: string, belongsTo: Record<string, string>): Promise<string> {
  return Buffer.from(await encrypt(Buffer.from(text), belongsTo)).toString("base64");
}

/** Opens what {@link seal} returned; a warm function keeps it. Throws when it belongs to something else. */
export function open(sealed: string, belongsTo: Record<string, string>): Promise<string> {
  const key = `${sealed} ${JSON.stringify(belongsTo)}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  const opening = decryptText(sealed, belongsTo);
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  const [oldest] = opened.keys();
  if (opened.size > MOST_KEPT && oldest !== undefined) opened.delete(oldest);
  return opening;
}

async function decryptText(sealed: string, belongsTo: Record<string, string>): Promise<string> {
  return Buffer.from(await decrypt(Buffer.from(sealed, "base64"), belongsTo)).toString();
}
