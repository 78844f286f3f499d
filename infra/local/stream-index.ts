import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** One index for both: a table has one shard. */
const INDEXES = `
  DROP INDEX IF EXISTS local_stream_position;
  CREATE INDEX IF NOT EXISTS local_stream_last
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
`;

/**
 * Gives the engine's stream the index it lacks. Without it each write looks for the last sequence number through
 * all records of a day, and each poll for its position: after 8,000 writes both take three times as long. An engine
 * that keeps its stream otherwise is left as it is.
 */
export function indexStream(directory: string): void {
  const database = new DatabaseSync(join(directory, "table.db"), { timeout: 5000 });
  try {
    const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_stream_records'").get();
    if (found !== undefined) database.exec(INDEXES);
  } finally {
    database.close();
  }
}
