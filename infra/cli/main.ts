import { logTo } from "#lib/platform/log.ts";
import { runCommandLine } from "./run-command-line.ts";
import { processTerminal } from "./terminal.ts";

logTo(process.stderr);
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
