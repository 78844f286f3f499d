import { createHash, randomBytes } from "node:crypto";

/** A new client id or client secret: 256 random bits in hex. */
export const newHexToken = (): string => randomBytes(32).toString("hex");

/** What is stored of a client secret. A fast hash is enough for 256 random bits. */
export const hashClientSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");
