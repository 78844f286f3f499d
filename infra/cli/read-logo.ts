import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { UsageError } from "./parse-options.ts";

const TYPES: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/**
 * Reads the value of a logo option: a URL stays a URL, the name of a file is replaced by the picture in it.
 *
 * @throws {UsageError} when there is no such picture
 */
export function readLogo(typed: unknown): unknown {
  if (typeof typed !== "string" || /^(https?|data):/.test(typed)) return typed;
  const type = TYPES[extname(typed).toLowerCase()];
  if (type === undefined)
    throw new UsageError("--logo: must be a file .png, .jpg, .gif or .webp, or an https address");
  try {
    return `data:${type};base64,${readFileSync(typed).toString("base64")}`;
  } catch {
    throw new UsageError(`--logo: can't read ${typed}`);
  }
}
