/**
 * Measures what calls and events consume, on a local cloud of its own, and writes `docs/cost-units.json`.
 *
 * Usage: node infra/cost/main.ts, then npm run documents
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atTarget } from "#infra/cli/target.ts";
import { startCloud } from "#infra/local/cloud.ts";
import { PROJECT } from "#infra/project.ts";
import { measureUnits } from "./measure.ts";
import { MEASURED_FILE } from "./measured.ts";
import { startMeter } from "./meter.ts";

const directory = await mkdtemp(join(tmpdir(), "almanac-cost-"));
const meter = await startMeter();
process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
const environment = { ...meter.environment, ALLOW_INSECURE_WEBHOOKS: "1", RATE_LIMIT_PER_MINUTE: "60000" };
const cloud = await startCloud({ directory, port: 0, maxInstances: 1, environment });
try {
  const measured = await atTarget(cloud, () => measureUnits(cloud, meter));
  await writeFile(join(PROJECT, MEASURED_FILE), `${JSON.stringify(measured, null, 2)}\n`);
  console.log(`wrote ${MEASURED_FILE}; now: npm run documents`);
} finally {
  await cloud.stop();
  await meter.close();
  await rm(directory, { recursive: true });
}
