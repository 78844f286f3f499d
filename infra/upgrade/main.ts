/**
 * Holds what the templates of all stages keep data in against what the last release had, and fails when an upgrade would lose some.
 * With `--accept` it writes the present state down instead: for a release, and for a change that is meant.
 *
 * Usage: npm run upgrade:check [-- --accept]
 */
import { writeFile } from "node:fs/promises";
import { STAGE_NAMES } from "#infra/stage-defaults.ts";
import { RELEASED_PATH, readReleased, written } from "./released.ts";
import { lossesIn, type Released, statefulIn } from "./stateful.ts";
import { synthesizeStage } from "./templates.ts";

const accepts = process.argv.includes("--accept");
const present: Released = {};
for (const stage of STAGE_NAMES) present[stage] = statefulIn(await synthesizeStage(stage));
if (accepts) {
  await writeFile(RELEASED_PATH, written(present));
  console.log(`wrote ${RELEASED_PATH}`);
} else {
  const released = await readReleased();
  const losses = STAGE_NAMES.flatMap((stage) => lossesIn(released[stage] ?? {}, present[stage] ?? {}, stage));
  for (const loss of losses) console.error(loss);
  if (losses.length > 0) process.exitCode = 1;
  else console.log("an upgrade loses nothing");
}
