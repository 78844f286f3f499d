import { createHash } from "node:crypto";

/** Hexadecimal digits of a whole number that JavaScript represents exactly. */
const DIGITS = 12;

/** Adds a version that is a hash of the content, for the entity tag of content without a stored version. */
export const versioned = <T extends object>(content: T): T & { version: number } => {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { ...content, version: Number.parseInt(hash.slice(0, DIGITS), 16) };
};
