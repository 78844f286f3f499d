import { expect, it } from "vitest";
import * as z from "zod";
import { listEntities } from "#infra/entities.ts";
import { type Entity, entity } from "#lib/storage/table/entity.ts";
import { isInJson } from "#lib/storage/table/item-format.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** Names that every JavaScript object has, and by which the SDK recognizes sets. */
const DATA = '{"__proto__":{"a":1},"constructor":{"name":"Set"},"toString":"x","hasOwnProperty":null}';
const Note = entity({
  name: "note",
  key: { pk: "X#{id}", sk: "#" },
  attributes: ["id"],
  schema: z.object({ id: z.int(), data: z.unknown() }),
});

it("any object of a client is stored and read unchanged", async () => {
  const data: unknown = JSON.parse(DATA);
  await writeOne(put(Note, { id: 1, data }));
  await transact([put(Note, { id: 2, data })]);
  for (const id of [1, 2]) expect(JSON.stringify((await findItem(Note, { id }))?.data)).toBe(DATA);
});

/** Schemas that accept names or values which the service does not choose. */
const FREE = new Set(["any", "record", "unknown"]);

/** The types of a schema and of all schemas in it. */
function typesIn(schema: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof schema !== "object" || schema === null || found.has(schema)) return found;
  found.add(schema);
  if (schema instanceof z.core.$ZodType) found.add(schema._zod.def.type);
  for (const part of Object.values(schema instanceof z.core.$ZodType ? schema._zod.def : schema))
    typesIn(part, found);
  return found;
}

const isFree = (schema: unknown): boolean => typesIn(schema).intersection(FREE).size > 0;

const attributesOf = (each: Entity): [string, unknown][] =>
  Object.entries(each.schema.shape).filter(([name]) => !isInJson(each, name));

it("names of clients are only in the JSON text of an item, because the SDK does not store all of them", async () => {
  const free = (await listEntities()).flatMap((each) =>
    attributesOf(each).flatMap(([name, schema]) => (isFree(schema) ? [`${each.name}.${name}`] : [])),
  );
  expect(free).toEqual([]);
});
