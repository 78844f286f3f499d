import { enableCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

process.env["TZ"] = "UTC";
// Each function has a small heap of its own, for which waking threads that collect garbage costs more than it saves.
setFlagsFromString("--single-threaded-gc");
enableCompileCache(new URL("../../.build/compile-cache", import.meta.url).pathname);
// Imported only now, so that the compile cache serves all that follows.
const { runCloud } = await import("./run-cloud.ts");
const { exitOnSettingError } = await import("#infra/setting-error.ts");
await runCloud(process.env).catch(exitOnSettingError);
