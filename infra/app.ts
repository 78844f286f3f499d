import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exitOnSettingError } from "#infra/setting-error.ts";
import { synthesize } from "#infra/synthesize.ts";
import { describeSize } from "#infra/template-limits.ts";

const { directory } = await synthesize({ validates: true }).catch(exitOnSettingError);
for (const file of readdirSync(directory).filter((name) => name.endsWith(".template.json"))) {
  const { Resources } = JSON.parse(readFileSync(join(directory, file), "utf8"));
  console.error(describeSize(file, Object.keys(Resources).length));
}
