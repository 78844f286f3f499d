import { createHash, createHmac } from "node:crypto";
import type { Credentials } from "./credentials.ts";

/** A POST request of an AWS service; the names of headers are in lower case. */
export interface AwsRequest {
  service: string;
  region: string;
  /** URL-encoded. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/** The headers of a request with those that sign it (AWS Signature Version 4). */
export function signRequest(
  { service, region, path, headers, body }: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const all = {
    ...headers,
    "x-amz-date": time,
    ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
  };
  const sorted = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = sorted.map(([name]) => name).join(";");
  const lines = sorted.map(([name, value]) => `${name}:${value}\n`).join("");
  const canonical = `POST\n${encodePath(path)}\n\n${lines}\n${names}\n${sha256(body)}`;
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const signature = hmac(
    keyOf(secretAccessKey, scope),
    `${ALGORITHM}\n${time}\n${scope}\n${sha256(canonical)}`,
  );
  return {
    ...all,
    authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature.toString("hex")}`,
  };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** The path is encoded a second time, except its slashes. */
const encodePath = (path: string): string =>
  encodeURIComponent(path)
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signing keys of the present day, by secret and scope; a function uses one for each service. */
const keys = new Map<string, Buffer>();
const MOST_KEYS = 20;

function keyOf(secret: string, scope: string): Buffer {
  const name = `${secret} ${scope}`;
  const known = keys.get(name);
  if (known) return known;
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
  if (keys.size === MOST_KEYS) keys.clear();
  keys.set(name, key);
  return key;
}
