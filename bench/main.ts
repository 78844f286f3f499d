import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { machineText } from "./machine.ts";
import type { Settings } from "./part.ts";
import { PARTS } from "./parts.ts";
import { peersInstalled } from "./peer-bundles.ts";
import { budgetText, type Table, tableText } from "./report.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "11" },
    only: { type: "string", multiple: true, default: [] },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = names.filter((name) => !PARTS[name]);
const settings: Settings = { rounds: Number(values.rounds), only: values.only };
if (unknown.length > 0 || !(settings.rounds >= 1)) {
  console.error(`npm run bench -- [${Object.keys(PARTS).join("|")}]… [--rounds n] [--only function]…`);
  process.exit(2);
}

console.log(`Machine: ${machineText()}\n`);
if (!peersInstalled()) console.log("Without other frameworks; to have them: npm ci --prefix bench/peers\n");
const tables: Table[] = [];
for (const name of names) {
  for (const table of await tablesOf(name)) {
    tables.push(table);
    console.log(tableText(table));
  }
}
console.log(budgetText(tables));
console.log(`Machine at the end: ${machineText()}`);

/** A part that fails leaves the others their turn. */
async function tablesOf(name: string): Promise<Table[]> {
  const program = fork(fileURLToPath(new URL("run-part.ts", import.meta.url)), [
    name,
    JSON.stringify(settings),
  ]);
  let measured: Table[] = [];
  program.on("message", (message) => {
    measured = message as Table[];
  });
  const [code] = await once(program, "exit");
  if (code !== 0) {
    console.error(`Part ${name} failed.`);
    process.exitCode = 1;
  }
  return measured;
}
