import { enableCompileCache } from "node:module";

enableCompileCache(new URL("../../.build/compile-cache", import.meta.url).pathname);
// Imported dynamically, so that these modules use the compile cache.
const { setLogOutput } = await import("#lib/platform/log.ts");
const { runCommandLine } = await import("./run-command-line.ts");
const { processTerminal } = await import("./terminal.ts");

setLogOutput(process.stderr);
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
