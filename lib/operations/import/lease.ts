import { randomUUID } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { pauseSealing, resumeSealing } from "#lib/lists/sealing-paused.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { absent, any, equals, lessThan } from "#lib/table/condition.ts";
import { put, remove, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";
import { ImportItem, type ImportState, type Progress } from "./entity.ts";

/** Milliseconds after its last sign of life that an import counts as under way. */
const LEASE = 5 * 60_000;

/**
 * Begins an import, or goes on with that of the same file; answers where it stands.
 *
 * @throws {Failure} `conflict` while another file is imported
 */
export async function takeLease(file: string): Promise<ImportState> {
  const before = await getItem(ImportItem, {});
  const goesOn = before?.file === file;
  const fresh = { id: randomUUID(), line: 0, offset: 0, counts: {}, unknown: {}, refusedBytes: 0 };
  const state: ImportState = {
    ...(goesOn ? before : { ...fresh, file, floors: {}, raisedAt: nowIso() }),
    run: randomUUID(),
    until: leaseEnd(),
  };
  const refusal = new Failure(
    "conflict",
    "Another file is being imported: wait until it is, or for five minutes.",
  );
  const free = any(absent("pk"), equals("file", file), lessThan("until", nowIso()));
  await write(put(ImportItem, state, { if: free, refusal }));
  await pauseSealing(leaseEnd());
  return state;
}

/** Writes down how far an import is, and that it goes on. */
export async function keepLease(
  { run }: ImportState,
  changes: Partial<Progress & Pick<ImportState, "floors" | "raisedAt">> = {},
): Promise<void> {
  await write(update(ImportItem, {}, { set: { ...changes, until: leaseEnd() }, ...mine(run) }));
  await pauseSealing(leaseEnd());
}

/** Ends an import that is done. */
export async function endLease({ run }: ImportState): Promise<void> {
  await write(remove(ImportItem, {}, mine(run)));
  await resumeSealing();
}

const mine = (run: string) => ({
  if: equals("run", run),
  refusal: new Failure("conflict", "The import was taken over by another process."),
});

const leaseEnd = (): string => new Date(now() + LEASE).toISOString();
