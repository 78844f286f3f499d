import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";

// `npm run admin` without its pauses: an erasure pauses for more than two minutes.
enableCompileCache(join(PROJECT, ".build/compile-cache"));
const { setLogOutput } = await import("#lib/platform/log.ts");
const { runCommandLine } = await import("#infra/cli/run-command-line.ts");
const { processTerminal } = await import("#infra/cli/terminal.ts");

setLogOutput(process.stderr);
process.exitCode = await runCommandLine(process.argv.slice(2), { ...processTerminal, wait: async () => {} });
