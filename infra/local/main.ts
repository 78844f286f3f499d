import { enableCompileCache } from "node:module";

process.env["TZ"] = "UTC";
enableCompileCache(new URL("../../.build/compile-cache", import.meta.url).pathname);
// Imported only now, so that the compile cache serves all that follows.
const { runCloud } = await import("./run-cloud.ts");
const { exitOnSettingError } = await import("#infra/setting-error.ts");
await runCloud(process.env).catch(exitOnSettingError);
