import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { startAws } from "#infra/local/aws/start-aws.ts";
import { currentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { readAssembly } from "#infra/local/template/assembly.ts";
import { type Blueprint, readBlueprint } from "#infra/local/template/blueprint.ts";
import { OPERATOR } from "#lib/access/caller.ts";
import { BookingList } from "#lib/bookings/list-kind.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { writeTallies } from "#lib/lists/write-tallies.ts";
import { documentClient, dropDocumentClient, tableName } from "#lib/table/client.ts";
import { importItems } from "#test/support/import-items.ts";
import { seededItems } from "#test/support/seeded-items.ts";
import { operatorEnvironment, temporaryFolder } from "../bench-aws.ts";
import { machineText } from "../machine.ts";
import { tableText } from "../report.ts";
import { pageTable } from "./page-table.ts";

const { values } = parseArgs({
  options: {
    bookings: { type: "string", default: "1000000" },
    hosts: { type: "string", default: "50" },
    rounds: { type: "string", default: "15" },
  },
});
const amount = { bookings: Number(values.bookings), hosts: Number(values.hosts) };
const { directory, remove } = temporaryFolder();

/** Runs something beside a local AWS on the folder, with the environment of `lib` pointed at it. */
async function besideAws<T>(
  { tables, queues, keys, functions }: Blueprint,
  run: () => Promise<T>,
): Promise<T> {
  const aws = await startAws({ directory, callers: new Map(), tables, queues, keys });
  const environments = functions.map(({ environment }) => environment);
  Object.assign(process.env, ...environments, operatorEnvironment(aws.url));
  try {
    return await run();
  } finally {
    dropDocumentClient();
    await aws.close();
  }
}

async function schemaOfTable(): Promise<{ TableName: string }> {
  const TableName = tableName();
  const { Table } = await documentClient().send(new DescribeTableCommand({ TableName }));
  return { ...Table, TableName };
}

async function measure() {
  for (let host = 1; host <= amount.hosts; host += 1) await writeBookmarks(host);
  await writeTallies(BookingList);
  const host = { ...OPERATOR, userId: 1, role: "USER" } as const;
  const ofHost = Math.floor(amount.bookings / amount.hosts);
  return [
    await pageTable(`A host with ${ofHost} bookings`, {
      caller: host,
      bookings: ofHost,
      rounds: Number(values.rounds),
    }),
    await pageTable(`A system admin with ${amount.bookings} bookings`, {
      caller: OPERATOR,
      bookings: amount.bookings,
      rounds: Number(values.rounds),
    }),
  ];
}

try {
  const blueprint = readBlueprint(await readAssembly(await currentAssembly()), { aws: "http://127.0.0.1" });
  const schema = await besideAws(blueprint, schemaOfTable);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(directory, `table.db${suffix}`), { force: true });
  await importItems(directory, schema, seededItems(amount));
  for (const table of await besideAws(blueprint, measure)) console.log(tableText(table));
  console.log(machineText());
} finally {
  remove();
}
