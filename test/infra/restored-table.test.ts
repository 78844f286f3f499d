import { beforeAll, describe, expect, it } from "vitest";
import { type SynthesizedTemplate, synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf } from "#test/support/cloud/template.ts";

const TABLE = "arn:aws:dynamodb:eu-west-1:123456789012:table/almanac-restored";
const STREAM = `${TABLE}/stream/2026-03-01T09:30:00.000`;
/** Milliseconds that a validated synthesis may take on a busy machine. */
const SYNTH = 300_000;

let template: SynthesizedTemplate;
beforeAll(async () => {
  template = await synthesizeStage("prod", { restoredStreamArn: STREAM }, { validates: true });
}, SYNTH);

const jsonOf = (type: string): string[] =>
  propertiesOf(template, type).map((properties) => JSON.stringify(properties));

describe("a service with a restored table", () => {
  it("uses its stream, writes to it and backs it up, and retains its own table", () => {
    const readers = jsonOf("AWS::Lambda::EventSourceMapping").filter((text) => text.includes("TRIM_HORIZON"));
    expect(readers).toHaveLength(1);
    for (const reader of readers) expect(reader).toContain(STREAM);
    const functions = jsonOf("AWS::Lambda::Function").filter((text) => text.includes("TABLE_NAME"));
    expect(functions.length).toBeGreaterThan(30);
    for (const one of functions) expect(one).toContain("almanac-restored");
    expect(jsonOf("AWS::Backup::BackupSelection").join()).toContain("table/almanac-restored");
    expect(propertiesOf(template, "AWS::DynamoDB::GlobalTable")).toMatchObject([
      { Replicas: [{ DeletionProtectionEnabled: true }] },
    ]);
  });

  it("has permissions for this table and its indexes only", () => {
    const roles = jsonOf("AWS::IAM::Role").filter((text) => text.includes("dynamodb:Query"));
    expect(roles.length).toBeGreaterThan(5);
    for (const role of roles) expect(role).toContain("table/almanac-restored");
  });

  it("has its name in the outputs", () => {
    expect(JSON.stringify(template.Outputs["TableName"])).toContain("almanac-restored");
  });
});

it("the daily copy of a table is stored for 7 days in prod, in a vault that is retained, and does not exist in dev", async () => {
  expect(jsonOf("AWS::Backup::BackupPlan").join()).toMatch(/"DeleteAfterDays":7/);
  const vault = Object.values(template.Resources).find(({ Type }) => Type === "AWS::Backup::BackupVault");
  expect(vault).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate" });
  const dev = await synthesizeStage("dev", {});
  expect(propertiesOf(dev, "AWS::Backup::BackupPlan")).toEqual([]);
});
