import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { scrypt } = crypto;
/** The cost of a hash in tests, instead of 2 ** 15: the service spends a quarter of a second on each password, on purpose. */
const N = 16;

/**
 * Makes password hashes of this process cheap, and returns a function that ends this. The service still stores its own cost, but the functions
 * of a cloud can't check such a hash: they run in other threads.
 */
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
