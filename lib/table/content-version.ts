import { createHash } from "node:crypto";

/** Hexadecimal digits that make a whole number JavaScript holds exactly. */
const DIGITS = 12;

/** Content with a version made of itself, for the entity tag of what has no version of its own. */
export const versioned = <T extends object>(content: T): T & { version: number } => {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { ...content, version: Number.parseInt(hash.slice(0, DIGITS), 16) };
};
