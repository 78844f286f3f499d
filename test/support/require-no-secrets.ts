import { readFileSync } from "node:fs";

/** What our secrets look like: API keys, codes, refresh tokens, webhook secrets, signed tokens, and the password of test users. */
const SECRETS = [
  /\b(sk|ac|rt)_[\w-]{43}/,
  /whsec_[A-Za-z0-9+/]{22}/,
  /\bey[\w-]{10,}\.ey[\w-]+\.[\w-]+/,
  /correct horse battery/,
];

/** Throws when the log of a cloud's functions holds what looks like a secret; names the function and the kind alone. */
export function requireNoSecrets(logFile: string): void {
  const lines = readFileSync(logFile, "utf8").split("\n");
  for (const kind of SECRETS) {
    const line = lines.find((each) => kind.test(each));
    if (line !== undefined) throw new Error(`the log of ${line.split(" ")[0]} holds a secret: ${kind}`);
  }
}
