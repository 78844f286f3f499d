import { beforeNextTransaction } from "./before-next-call.ts";

/** Makes the first call, and one of the others before each try of its transaction; those that are left follow. */
export async function callBetweenTries<T>([call, ...others]: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const callNext = async (): Promise<void> => {
    for (const other of others.splice(0, 1)) results.push(await other());
  };
  const beforeNextTry = (): void =>
    beforeNextTransaction(async () => {
      await callNext();
      if (others.length > 0) beforeNextTry();
    });
  beforeNextTry();
  if (call) results.push(await call());
  while (others.length > 0) await callNext();
  return results;
}
