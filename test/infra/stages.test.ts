import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { ALARM_METRICS } from "#infra/documents/cost.ts";
import { STAGE_NAMES } from "#infra/stage-defaults.ts";
import { type SynthesizedTemplate, synthesizeStage } from "#infra/upgrade/templates.ts";
import { propertiesOf } from "#test/support/cloud/template.ts";
import { alarmMetrics } from "#test/support/cloud/template-metrics.ts";

/** Milliseconds that validated syntheses of all stages may take on a busy machine. */
const SYNTHS = 300_000;
const CANARY_TYPES = ["AWS::Lambda::Alias", "AWS::Lambda::Version", "AWS::CodeDeploy::DeploymentGroup"];

let templates: Record<(typeof STAGE_NAMES)[number], SynthesizedTemplate>;

/** Every stage passes CloudFormation's rules and AWS Solutions: else there is nothing to test. */
beforeAll(async () => {
  const validated = (stage: string) => synthesizeStage(stage, {}, { validates: true });
  templates = {
    dev: await validated("dev"),
    staging: await validated("staging"),
    prod: await validated("prod"),
  };
}, SYNTHS);

const Tables = z.tuple([z.object({ Replicas: z.tuple([z.record(z.string(), z.unknown())]) })]);

describe("the data of a stage", () => {
  /** The one table, of which there is one copy: itself. */
  const tableOf = (stage: keyof typeof templates) =>
    Tables.parse(propertiesOf(templates[stage], "AWS::DynamoDB::GlobalTable"))[0].Replicas[0];
  const policies = ({ Resources }: SynthesizedTemplate) =>
    new Set(
      Object.values(Resources)
        .filter(({ Type }) =>
          ["AWS::DynamoDB::GlobalTable", "AWS::KMS::Key", "AWS::SQS::Queue"].includes(Type),
        )
        .map((one) => one.DeletionPolicy),
    );

  it("is kept in prod whatever happens to the stack, and goes with it elsewhere", () => {
    expect(policies(templates.prod)).toEqual(new Set(["RetainExceptOnCreate"]));
    expect(tableOf("prod")).toMatchObject({ DeletionProtectionEnabled: true });
    for (const stage of ["dev", "staging"] as const) {
      expect(policies(templates[stage])).toEqual(new Set(["Delete"]));
      expect(tableOf(stage)).toMatchObject({ DeletionProtectionEnabled: false });
    }
  });

  it("can be restored, and is logged about, for longer the more it matters", () => {
    const days = STAGE_NAMES.map((stage) => {
      const logs = propertiesOf(templates[stage], "AWS::Logs::LogGroup").map((log) => log["RetentionInDays"]);
      return [tableOf(stage)?.["PointInTimeRecoverySpecification"], ...new Set(logs)];
    });
    const recovery = (most: number) => ({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: most,
    });
    expect(days).toEqual([
      [recovery(1), 7],
      [recovery(7), 30],
      [recovery(35), 90],
    ]);
  });
});

describe("the idle cost of a stage", () => {
  it("has the alarm metrics that docs/cost.md counts, and a dashboard only on request", () => {
    expect(alarmMetrics(templates.prod)).toHaveLength(ALARM_METRICS);
    for (const stage of STAGE_NAMES)
      expect(propertiesOf(templates[stage], "AWS::CloudWatch::Dashboard")).toEqual([]);
  });
});

describe("a stage", () => {
  it("tries releases on a part of the traffic in prod alone", () => {
    const canaries = (stage: keyof typeof templates) =>
      CANARY_TYPES.map((type) => propertiesOf(templates[stage], type).length);
    expect(canaries("prod")).toEqual([4, 4, 4]);
    expect(canaries("staging")).toEqual([0, 0, 0]);
    expect(canaries("dev")).toEqual([0, 0, 0]);
  });

  it("has no trace of an OpenID provider where none is set", () => {
    const traces = JSON.stringify(templates.prod).match(
      /OIDC|secretsmanager|provider-callback|OauthProvider/,
    );
    expect(traces).toBeNull();
  });

  it("rings nobody in dev", () => {
    const alarms = STAGE_NAMES.map(
      (stage) => propertiesOf(templates[stage], "AWS::CloudWatch::Alarm").length,
    );
    expect(alarms[0]).toBe(0);
    expect(Math.min(...alarms.slice(1))).toBeGreaterThan(10);
  });
});
