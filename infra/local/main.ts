import { enableCompileCache } from "node:module";

process.env["TZ"] = "UTC";
enableCompileCache(new URL("../../.build/compile-cache", import.meta.url).pathname);
// Imported after the compile cache is enabled, so that it applies to these modules.
const { runCloud } = await import("./run-cloud.ts");
const { exitOnSettingError } = await import("#infra/setting-error.ts");
await runCloud(process.env).catch(exitOnSettingError);
