import { parseArgs } from "node:util";
import { readAssembly, readBlueprint, startAws } from "@almanac/local-cloud";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { OPERATOR } from "#lib/caller.ts";
import { writeTallies } from "#lib/lists/write-tallies.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { seedFolder } from "#test/support/builders/seed-folder.ts";
import { SEED_RESOURCES, type SeedResource, seedItems } from "#test/support/builders/seed-items.ts";
import { operatorEnvironment, temporaryFolder } from "../bench-aws.ts";
import { machineText } from "../machine.ts";
import { type Table, tableText } from "../report.ts";
import { pageTable } from "./page-table.ts";

const { values } = parseArgs({
  options: {
    list: { type: "string", multiple: true, default: [...SEED_RESOURCES] },
    count: { type: "string", default: "1000000" },
    hosts: { type: "string", default: "50" },
    rounds: { type: "string", default: "15" },
  },
});
const amount = { count: Number(values.count), hosts: Number(values.hosts) };

/** Runs a function while a local AWS runs on a folder, with the environment of `lib` set to it. */
async function withAws<T>(directory: string, run: () => Promise<T>): Promise<T> {
  const assembly = await readAssembly(await getCurrentAssembly());
  const { tables, queues, keys, functions } = readBlueprint(assembly, { aws: "http://127.0.0.1" });
  const aws = await startAws({ directory, callers: new Map(), tables, queues, keys });
  const environments = functions.map(({ environment }) => environment);
  Object.assign(process.env, ...environments, operatorEnvironment(aws.url));
  try {
    return await run();
  } finally {
    changeService();
    await aws.close();
  }
}

async function measure(list: SeedResource): Promise<Table[]> {
  if (list === "bookings") for (let host = 1; host <= amount.hosts; host += 1) await writeBookmarks(host);
  for (const kind of LIST_KINDS) await writeTallies(kind);
  const host = { ...OPERATOR, userId: 1, role: "USER" } as const;
  const ofHost = Math.floor(amount.count / amount.hosts);
  const subject = { list, rounds: Number(values.rounds) };
  return [
    await pageTable(`A host's ${ofHost} ${list}`, { ...subject, caller: host, count: ofHost }),
    await pageTable(`Everybody's ${amount.count} ${list}`, {
      ...subject,
      caller: OPERATOR,
      count: amount.count,
    }),
  ];
}

async function seedAndMeasure(list: SeedResource): Promise<void> {
  const { directory, remove } = temporaryFolder();
  try {
    await seedFolder(directory, seedItems(list, amount));
    for (const table of await withAws(directory, () => measure(list))) console.log(tableText(table));
  } finally {
    remove();
  }
}

for (const list of SEED_RESOURCES) if (values.list.includes(list)) await seedAndMeasure(list);
console.log(machineText());
