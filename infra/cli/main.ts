import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { exitOnWindows } from "#infra/exit-on-windows.ts";
import { PROJECT } from "#infra/project.ts";

exitOnWindows();
enableCompileCache(join(PROJECT, ".build/compile-cache"));
// Imported dynamically, so that these modules use the compile cache.
const { setLogOutput } = await import("#lib/platform/log.ts");
const { runCommandLine } = await import("./run-command-line.ts");
const { processTerminal } = await import("./terminal.ts");

setLogOutput(process.stderr);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader, such as `head`, has read enough.
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
