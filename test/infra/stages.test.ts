import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { STAGE_NAMES } from "#infra/stage-defaults.ts";
import { type SynthesizedTemplate, synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf } from "#test/support/cloud/template.ts";
import { alarmMetrics } from "#test/support/cloud/template-metrics.ts";

/** Milliseconds that validated syntheses of all stages may take on a busy machine. */
const SYNTHS = 300_000;
const CANARY_TYPES = ["AWS::Lambda::Alias", "AWS::Lambda::Version", "AWS::CodeDeploy::DeploymentGroup"];

let templates: Record<(typeof STAGE_NAMES)[number], SynthesizedTemplate>;

/** Also checks that every stage passes the rules of CloudFormation and AWS Solutions. */
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
  /** The table, which has one replica: itself. */
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

  it("is retained in prod when the stack is deleted, and deleted with it in other stages", () => {
    expect(policies(templates.prod)).toEqual(new Set(["RetainExceptOnCreate"]));
    expect(tableOf("prod")).toMatchObject({ DeletionProtectionEnabled: true });
    for (const stage of ["dev", "staging"] as const) {
      expect(policies(templates[stage])).toEqual(new Set(["Delete"]));
      expect(tableOf(stage)).toMatchObject({ DeletionProtectionEnabled: false });
    }
  });

  it("has longer recovery periods and log retention in staging and prod", () => {
    const periods = STAGE_NAMES.map((stage) => {
      const logs = propertiesOf(templates[stage], "AWS::Logs::LogGroup").map((log) => log["RetentionInDays"]);
      return [tableOf(stage)?.["PointInTimeRecoverySpecification"], ...new Set(logs)];
    });
    const recovery = (days: number) => ({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: days,
    });
    expect(periods).toEqual([
      [recovery(1), 7],
      [recovery(7), 30],
      [recovery(35), 90],
    ]);
  });
});

it("the idle cost of a stage has the alarm metrics that docs/cost.md counts, and a dashboard only on request", () => {
  expect(alarmMetrics(templates.prod)).toHaveLength(54);
  for (const stage of STAGE_NAMES)
    expect(propertiesOf(templates[stage], "AWS::CloudWatch::Dashboard")).toEqual([]);
});

describe("a stage", () => {
  it("has a canary only in prod", () => {
    const canaries = (stage: keyof typeof templates) =>
      CANARY_TYPES.map((type) => propertiesOf(templates[stage], type).length);
    expect(canaries("prod")).toEqual([4, 4, 4]);
    expect(canaries("staging")).toEqual([0, 0, 0]);
    expect(canaries("dev")).toEqual([0, 0, 0]);
  });

  it("has no resources for an OpenID provider if none is set", () => {
    const traces = JSON.stringify(templates.prod).match(
      /OIDC|secretsmanager|provider-callback|OauthProvider/,
    );
    expect(traces).toBeNull();
  });

  it("has no alarms in dev", () => {
    const alarms = STAGE_NAMES.map(
      (stage) => propertiesOf(templates[stage], "AWS::CloudWatch::Alarm").length,
    );
    expect(alarms[0]).toBe(0);
    expect(Math.min(...alarms.slice(1))).toBeGreaterThan(10);
  });
});
