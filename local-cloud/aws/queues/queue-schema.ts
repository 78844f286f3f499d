/** Creates the tables of the queues' database, if they are missing. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
    attributes TEXT NOT NULL, trace TEXT, group_id TEXT, dedup_id TEXT, sender TEXT NOT NULL, sent INTEGER NOT NULL,
    visible_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0, first_received INTEGER, receipt TEXT, source TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_at);
  DROP INDEX IF EXISTS messages_by_group;
  CREATE INDEX IF NOT EXISTS messages_in_order ON messages (queue, seq, group_id) WHERE group_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS deduplications (
    queue TEXT NOT NULL, id TEXT NOT NULL, answer TEXT NOT NULL, expires INTEGER NOT NULL,
    PRIMARY KEY (queue, id)
  ) STRICT, WITHOUT ROWID;`;
