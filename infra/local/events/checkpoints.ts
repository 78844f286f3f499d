import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

/** How far each reader of a stream has come, on disk. */
export interface Checkpoints {
  /** Sequence number of the last record done; undefined at the beginning of the shard. */
  get(reader: string, shard: string): string | undefined;
  set(reader: string, shard: string, sequenceNumber: string): void;
}

const Saved = z.record(z.string(), z.record(z.string(), z.string()));

/** Opens the checkpoint file; it is replaced as a whole, so a kill leaves the old one or the new one. */
export function openCheckpoints(path: string): Checkpoints {
  const saved = Saved.parse(JSON.parse(readOr(path, "{}")));
  return {
    get: (reader, shard) => saved[reader]?.[shard],
    set(reader, shard, sequenceNumber) {
      saved[reader] = { ...saved[reader], [shard]: sequenceNumber };
      writeFileSync(`${path}.new`, JSON.stringify(saved));
      renameSync(`${path}.new`, path);
    },
  };
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  }
}
