import { hash } from "node:crypto";

/** The SHA-256 hash of a text in base64url. Without a key or salt, it hides only texts that can't be guessed. */
export const sha256 = (text: string): string => hash("sha256", text, "base64url");
