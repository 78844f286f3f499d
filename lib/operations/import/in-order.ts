/**
 * Runs works side by side, at most so many at once, but those that share a key one after the other, in the order they come in.
 * Once one has failed no other begins.
 */
export async function inOrder<T>(
  works: readonly T[],
  {
    keysOf,
    atOnce,
    run,
  }: { keysOf: (work: T) => readonly string[]; atOnce: number; run: (work: T) => Promise<void> },
): Promise<void> {
  const last = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let failure: { error: unknown } | undefined;
  const enter = async (): Promise<void> => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const turn = async (work: T, before: readonly Promise<void>[]): Promise<void> => {
    await Promise.all(before);
    await enter();
    try {
      if (!failure) await run(work);
    } catch (error) {
      failure ??= { error };
    } finally {
      leave();
    }
  };
  const turns = works.map((work) => {
    const keys = keysOf(work);
    const mine = turn(
      work,
      keys.map((key) => last.get(key)).filter((each) => each !== undefined),
    );
    for (const key of keys) last.set(key, mine);
    return mine;
  });
  await Promise.all(turns);
  if (failure) throw failure.error;
}
