import { expect, it } from "vitest";
import { COLUMNS, DECISIONS, ROWS } from "#infra/lint/setting-rows.ts";
import { Settings } from "#infra/settings.ts";
import { synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";

/** CloudFormation accepts 500 resources per stack; the difference is a reserve. */
const MAX_RESOURCES = 450;
/** Milliseconds that validated syntheses of all rows may take on a busy machine. */
const SYNTHS = 300_000;

it("the rows contain two values of every setting in dev and in prod", () => {
  expect(DECISIONS.length).toBeLessThanOrEqual(COLUMNS.length);
  for (const stage of ["dev", "prod"])
    for (const name of Object.keys(Settings.shape).filter((one) => one !== "stage")) {
      const values = new Set(ROWS.filter((row) => row["stage"] === stage).map((row) => row[name]));
      expect([stage, name, values.size]).toEqual([stage, name, 2]);
    }
});

it(
  "the stack of every row passes the rules of CloudFormation and AWS Solutions, and has few enough resources",
  async () => {
    for (const { stage = "", ...settings } of ROWS) {
      const { Resources } = await synthesizeStage(stage, settings, { validates: true });
      const count = Object.keys(Resources).length;
      console.log(`${stage}: ${count} resources with ${Object.keys(settings).join(", ")}`);
      expect(count).toBeGreaterThan(200);
      expect(count).toBeLessThanOrEqual(MAX_RESOURCES);
    }
  },
  SYNTHS,
);
