import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { scrypt } = crypto;
/** The cost of a hash in tests, instead of 2 ** 15: the service spends a quarter of a second on each password, on purpose. */
const N = 16;

/** Variables that make the password hashes of a cloud's functions cheap. Only this process and such a cloud can check each other's hashes. */
export const CHEAP_PASSWORD_HASHES = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "with-cheap-password-hashes.ts"))}`,
};

/** Makes password hashes of this thread cheap, and returns a function that ends this. The service still stores its own cost. */
export function useCheapPasswordHashes(): () => void {
  const cheap = (...args: unknown[]): unknown =>
    Reflect.apply(
      scrypt,
      crypto,
      args.map((arg) => (isOptions(arg) ? { ...arg, N } : arg)),
    );
  replaceScrypt(Object.assign(cheap as typeof scrypt, scrypt));
  return () => replaceScrypt(scrypt);
}

const isOptions = (arg: unknown): arg is ScryptOptions =>
  typeof arg === "object" && arg !== null && "N" in arg;

function replaceScrypt(replacement: typeof scrypt): void {
  crypto.scrypt = replacement;
  syncBuiltinESMExports();
}
