import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { acceptQuality } from "./accept-quality.ts";
import type { Content } from "./content-endpoint.ts";
import type { AssetName } from "./spec.ts";

/** A file beside the function's code, as it lies there. */
interface Asset {
  gzipped: Buffer;
  tag: string;
}

const assets = new Map<AssetName, Promise<Asset>>();

/** A file beside the function's code as content of a spec that streams: gzipped where the caller takes that. */
export async function assetContent(name: AssetName, acceptEncoding = ""): Promise<Content> {
  const { gzipped, tag } = await loaded(name);
  const headers = { "Cache-Control": "public, no-cache", Vary: "Accept-Encoding" };
  if (!(acceptQuality(acceptEncoding, "gzip", "*") > 0))
    return { body: Readable.from([gunzipSync(gzipped)]), tag: `"${tag}"`, headers };
  // Another representation of the same resource has another tag (RFC 9110 §8.8.3.3).
  const encoded = { ...headers, "Content-Encoding": "gzip" };
  return { body: Readable.from([gzipped]), tag: `"${tag}-gzip"`, headers: encoded };
}

/** A file beside the function's code as text. */
export async function assetText(name: AssetName): Promise<string> {
  const { gzipped } = await loaded(name);
  return gunzipSync(gzipped).toString();
}

function loaded(name: AssetName): Promise<Asset> {
  const loading = assets.get(name) ?? load(name);
  assets.set(name, loading);
  return loading;
}

async function load(name: AssetName): Promise<Asset> {
  const gzipped = await readFile(new URL(`./${name}.gz`, import.meta.url));
  return { gzipped, tag: createHash("sha256").update(gzipped).digest("base64url") };
}
