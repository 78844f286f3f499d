import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { exitOnWindows } from "#infra/exit-on-windows.ts";
import { PROJECT } from "#infra/project.ts";

exitOnWindows();
process.env["TZ"] = "UTC";
enableCompileCache(join(PROJECT, ".build/compile-cache"));
// Imported after the compile cache is enabled, so that it applies to these modules.
const { runCloud } = await import("./run-cloud.ts");
const { exitOnSettingError } = await import("#infra/setting-error.ts");
await runCloud(process.env).catch(exitOnSettingError);
