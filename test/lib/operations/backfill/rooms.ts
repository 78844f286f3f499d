import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { BackfillOptions } from "#lib/operations/backfill/backfill.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { entity, primaryKey } from "#lib/storage/table/entity.ts";
import type { RawItem } from "#lib/storage/table/scan.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

/** A room. In the old format it had no floor; the new one has an index of floors and names. Some rooms have a version. */
export const Room = entity({
  name: "room",
  key: { pk: "ROOM#{id}", sk: "#" },
  indexes: { GSI2: { pk: "FLOOR#{floor}", sk: "{name}" } },
  keyed: { chairs: "id" },
  schema: z.object({
    id: z.int(),
    name: z.string(),
    floor: z.int().default(0),
    chairs: z.array(z.object({ id: z.int() })),
    version: z.int().optional(),
  }),
});

/** The key of a room. */
export const key = (id: number) => primaryKey(Room, { id });
/** Writes an item as it is. */
export const putRaw = (item: RawItem) =>
  tableClient().send(new PutCommand({ TableName: tableName(), Item: item }));
/** Writes a room in the old format. */
export const oldRoom = (id: number, more: RawItem = {}) =>
  putRaw({ ...key(id), entity: "room", id, name: `Room ${id}`, chairs: [{ id: 1, colour: "red" }], ...more });
/** Whether an item is a room in the new format. */
export const isNew = (item: RawItem) => item["GSI2pk"] === "FLOOR#0";

/** Options of a backfill that never waits, with changes. */
export const optionsWith = (changes: Partial<BackfillOptions> = {}): BackfillOptions => ({
  isDryRun: false,
  isRestart: false,
  itemsPerSecond: 10,
  wait: async () => undefined,
  ...changes,
});

/** Deletes all items of the table. */
export async function deleteAllItems(): Promise<void> {
  for (const { pk, sk } of await scanTable())
    await tableClient().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}
