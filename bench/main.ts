import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadText, machineText } from "./machine.ts";
import type { Settings } from "./part.ts";
import { PARTS } from "./parts.ts";
import { type Table, tableText } from "./report.ts";
import { SUMMARY_FUNCTIONS, SUMMARY_PARTS, summaryText } from "./summary.ts";

const USAGE = `Usage: npm run bench -- [part]… [--all] [--rounds n] [--only function]…

Prints the summary. With parts, prints the tables of these parts instead.
Parts: ${Object.keys(PARTS).join(", ")}.

  --all            Print the summary and the tables of all parts.
  --rounds n       Repetitions of what is measured in rounds (default: 11).
  --only function  The functions that part "cold" starts, by id; can be repeated. All if there is none.
  --help           Print this text.`;

const { names, all, settings } = readArguments();
const isSummary = all || names.length === 0;
// Imported only now, so that the usage does not load the bundler.
const { peersInstalled } = await import("./peer-bundles.ts");
if (!peersInstalled())
  console.error("Without other frameworks. To install them: npm ci --prefix bench/peers");
console.log(`${new Date().toISOString().slice(0, 10)}, ${machineText()} at the start.\n`);
const measured = new Map<string, Table[]>();
for (const name of partsToRun()) {
  const tables = await measure(name);
  measured.set(name, tables);
  if (!isSummary) console.log(tables.map(tableText).join("\n"));
}
if (isSummary) console.log(summaryText(measured));
if (all) console.log([...measured.values()].flat().map(tableText).join("\n"));
console.log(`Load average at the end: ${loadText()}.`);

function partsToRun(): readonly string[] {
  if (all) return Object.keys(PARTS);
  return isSummary ? SUMMARY_PARTS : names;
}

/** Runs a part. If it fails, the others still run. */
async function measure(name: string): Promise<Table[]> {
  const startedAt = performance.now();
  const file = fileURLToPath(new URL("run-part.ts", import.meta.url));
  // The log lines of functions go to stderr, so that stdout is Markdown only.
  const program = fork(file, [name, JSON.stringify(settings)], { stdio: ["ignore", 2, 2, "ipc"] });
  let tables: Table[] = [];
  program.on("message", (message) => {
    tables = message as Table[];
  });
  const [code] = await once(program, "exit");
  if (code !== 0) process.exitCode = 1;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.error(`Part ${name}: ${code === 0 ? `${seconds} s` : "failed"}.`);
  return tables;
}

/** Reads the parts to run and their settings; prints the usage and exits if they are invalid or if `--help` is given. */
function readArguments(): { names: string[]; all: boolean; settings: Settings } {
  try {
    const { values, positionals: names } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: "boolean", default: false },
        rounds: { type: "string", default: "11" },
        only: { type: "string", multiple: true, default: [] },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);
    const rounds = Number(values.rounds);
    if (!(rounds >= 1)) throw new Error("--rounds must be a number, at least 1.");
    const short = !values.all && names.length === 0;
    const only = short ? SUMMARY_FUNCTIONS : values.only;
    return { names, all: values.all, settings: { rounds, only, short } };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}
