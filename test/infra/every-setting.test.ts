import { expect, it } from "vitest";
import { COLUMNS, DECISIONS, ROWS } from "#infra/lint/setting-rows.ts";
import { Settings } from "#infra/settings.ts";
import { RESOURCES_WITH_ROOM } from "#infra/template-limits.ts";
import { synthesizeEverySetting, synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";
import { countLargestStack } from "./template-resources.ts";

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
  "the stacks of every row pass the rules of CloudFormation and AWS Solutions, and have room for more resources",
  async () => {
    for (const { stage = "", ...settings } of ROWS) {
      const template = await synthesizeStage(stage, settings, { validates: true });
      console.log(`${stage} with ${Object.keys(settings).join(", ")}`);
      expect(Object.keys(template.Resources).length).toBeGreaterThan(200);
      expect(countLargestStack(template)).toBeLessThanOrEqual(RESOURCES_WITH_ROOM);
    }
  },
  SYNTHS,
);

it.each(["dev", "prod"] as const)(
  "the stack with every setting at once passes the rules: %s",
  async (stage) => {
    const template = await synthesizeEverySetting(stage, { validates: true });
    expect(Object.keys(template.Resources).length).toBeGreaterThan(200);
  },
  SYNTHS,
);
