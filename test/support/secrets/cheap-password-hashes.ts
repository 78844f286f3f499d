import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { scrypt } = crypto;
/** Memory and time of a hash in tests, instead of 2 ** 15: a quarter of a second per password is wanted, but proves nothing twice. */
const N = 16;

/**
 * Makes password hashes of this process cheap, and returns a function that ends this. The service still stores and asks for its own cost, but
 * such a hash can't be checked by the functions of a cloud, which run in workers of their own.
 */
export function useCheapPasswordHashes(): () => void {
  replaceScrypt(((password, salt, bytes, options: ScryptOptions, done) =>
    scrypt(password, salt, bytes, { ...options, N }, done)) as typeof scrypt);
  return () => replaceScrypt(scrypt);
}

function replaceScrypt(replacement: typeof scrypt): void {
  crypto.scrypt = replacement;
  syncBuiltinESMExports();
}
