import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { machineText } from "./machine.ts";
import type { Settings } from "./part.ts";
import { PARTS } from "./parts.ts";
import { peersInstalled } from "./peer-bundles.ts";
import { budgetText, type Table, tableText } from "./report.ts";

const USAGE = `Usage: npm run bench -- [part]… [--rounds n] [--only function]…

Parts: ${Object.keys(PARTS).join(", ")}. All parts run if none is named.
  --rounds n       Repetitions of what is measured in rounds (default: 11).
  --only function  The functions that part "cold" starts, by id; can be repeated. All if there is none.
  --help           Print this text.`;

const { names, settings } = readArguments();
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

/** The parts to run and their settings; prints the usage and exits if the arguments are wrong or ask for it. */
function readArguments(): { names: string[]; settings: Settings } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: "string", default: "11" },
        only: { type: "string", multiple: true, default: [] },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const unknown = positionals.find((name) => !PARTS[name]);
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);
    const rounds = Number(values.rounds);
    if (!(rounds >= 1)) throw new Error("--rounds must be a number, at least 1.");
    return {
      names: positionals.length > 0 ? positionals : Object.keys(PARTS),
      settings: { rounds, only: values.only },
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}
