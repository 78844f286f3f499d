import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { Failure } from "#lib/failures.ts";
import { acceptQuality } from "./accept.ts";
import type { Content } from "./content-endpoint.ts";
import type { AssetName } from "./spec.ts";

/** A compressed file next to the function's code. */
interface Asset {
  gzipped: Buffer;
  tag: string;
}

const assets = new Map<AssetName, Promise<Asset>>();

/**
 * Returns a file next to the function's code as streamed content, gzipped if the client accepts that.
 *
 * @throws {Failure} `not_acceptable` if the client does not accept gzip and the file `isOnlyCompressed`, because it is too large otherwise
 */
export async function assetContent(
  name: AssetName,
  acceptEncoding = "",
  { isOnlyCompressed = false } = {},
): Promise<Content> {
  const { gzipped, tag } = await loadOnce(name);
  const headers = { "Cache-Control": "public, no-cache", Vary: "Accept-Encoding" };
  const acceptsGzip = acceptQuality(acceptEncoding, "gzip", "*") > 0;
  if (!acceptsGzip && isOnlyCompressed)
    throw new Failure("not_acceptable", "This file is only sent with gzip. Send `Accept-Encoding: gzip`.");
  if (!acceptsGzip) return { body: Readable.from([gunzipSync(gzipped)]), tag: `"${tag}"`, headers };
  // Each representation of a resource has its own tag (RFC 9110 §8.8.3.3).
  const encoded = { ...headers, "Content-Encoding": "gzip" };
  return { body: Readable.from([gzipped]), tag: `"${tag}-gzip"`, headers: encoded };
}

/** Returns a file next to the function's code as text. */
export async function assetText(name: AssetName): Promise<string> {
  const { gzipped } = await loadOnce(name);
  return gunzipSync(gzipped).toString();
}

function loadOnce(name: AssetName): Promise<Asset> {
  const loading = assets.get(name) ?? load(name);
  assets.set(name, loading);
  return loading;
}

async function load(name: AssetName): Promise<Asset> {
  const gzipped = await readFile(new URL(`./${name}.gz`, import.meta.url));
  return { gzipped, tag: createHash("sha256").update(gzipped).digest("base64url") };
}
