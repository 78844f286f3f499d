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
 * Reads the value of a logo option. A URL is returned unchanged; the name of a file is replaced by a data URL with its content.
 *
 * @throws {UsageError} if the file can't be read or has another format
 */
export function readLogo(value: unknown): unknown {
  if (typeof value !== "string" || /^(https?|data):/.test(value)) return value;
  const type = TYPES[extname(value).toLowerCase()];
  if (type === undefined)
    throw new UsageError("--logo: must be a file .png, .jpg, .gif or .webp, or an https address");
  try {
    return `data:${type};base64,${readFileSync(value).toString("base64")}`;
  } catch {
    throw new UsageError(`--logo: can't read ${value}`);
  }
}
