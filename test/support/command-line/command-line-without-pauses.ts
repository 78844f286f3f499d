import { runCommandLine } from "#infra/cli/run-command-line.ts";
import { processTerminal } from "#infra/cli/terminal.ts";
import { setLogOutput } from "#lib/platform/log.ts";

// `npm run admin` without its pauses: an erasure pauses for more than two minutes.
setLogOutput(process.stderr);
process.exitCode = await runCommandLine(process.argv.slice(2), { ...processTerminal, wait: async () => {} });
