import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { RESOURCES_WITH_ROOM } from "#infra/template-limits.ts";
import { type SynthesizedTemplate, synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf } from "#test/support/cloud/template.ts";
import { listRemainingPermissions, listRolesWithStandbyPolicy } from "./standby-roles.ts";
import { countLargestStack, getOnly } from "./template-resources.ts";
import { keyArn, REPLICA, SHARED, STREAM } from "./two-regions.ts";

/** Three validated syntheses on a busy machine. */
const TIMEOUT_MILLISECONDS = 300_000;
let home: SynthesizedTemplate;
let standby: SynthesizedTemplate;
let promoted: SynthesizedTemplate;
beforeAll(async () => {
  const synthesize = (settings: object) =>
    synthesizeStage("prod", { ...SHARED, ...settings }, { validates: true });
  home = await synthesize({ standbyRegion: "eu-central-1" });
  standby = await synthesize({ ...REPLICA, standby: "true" });
  promoted = await synthesize(REPLICA);
}, TIMEOUT_MILLISECONDS);

const listTexts = (template: SynthesizedTemplate, type: string): string[] =>
  propertiesOf(template, type).map((properties) => JSON.stringify(properties));
/** The actions of functions in both regions: reads, and those that Lambda requires for a disabled event source mapping. */
const READ_ONLY_ACTIONS = [
  ...["dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:Query"],
  ...["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"],
  ...["kms:Encrypt", "kms:GenerateMac", "logs:CreateLogStream", "logs:PutLogEvents"],
  ...["secretsmanager:GetSecretValue", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage"],
  ...["sqs:GetQueueAttributes", "sqs:ReceiveMessage", "sqs:SendMessage"],
  ...["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
];
const HOME_ACTIONS = [
  "dynamodb:BatchWriteItem",
  "dynamodb:DeleteItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "kms:Decrypt",
  "ses:SendEmail",
  "ses:SendRawEmail",
];

describe("a home with a standby", () => {
  it("replicates its table, with protection and recovery, and allows replicas of its keys", () => {
    const recovery = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 };
    const replica = {
      DeletionProtectionEnabled: true,
      GlobalSecondaryIndexes: [{ IndexName: "GSI1" }, { IndexName: "GSI2" }, { IndexName: "GSI3" }],
      PointInTimeRecoverySpecification: recovery,
    };
    expect(getOnly(home, "AWS::DynamoDB::GlobalTable")).toMatchObject({
      Replicas: [
        { ...replica, Region: { Ref: "AWS::Region" } },
        { ...replica, Region: "eu-central-1" },
      ],
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
    });
    const keys = propertiesOf(home, "AWS::KMS::Key");
    expect(keys).toMatchObject([{ MultiRegion: true }, { MultiRegion: true }]);
    for (const key of keys) expect(JSON.stringify(key)).toMatch(/kms:ReplicateKey.*kms:UpdatePrimaryRegion/);
    expect(Object.keys(home.Outputs)).toEqual(
      expect.arrayContaining([
        "SecretsKeyId",
        "CursorsKeyId",
        "StandbyPolicyArn",
        "DomainTarget",
        "DomainTargetZone",
      ]),
    );
  });

  it("has an alarm for the latency of the replica", () => {
    const alarms = listTexts(home, "AWS::CloudWatch::Alarm").filter((text) =>
      text.includes("ReplicationLatency"),
    );
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toContain('"ReceivingRegion","Value":"eu-central-1"');
    expect(listTexts(promoted, "AWS::CloudWatch::Alarm").join()).not.toContain("ReplicationLatency");
  });

  it("allows all actions of its functions", () => {
    expect([...listRemainingPermissions(home).keys()].toSorted()).toEqual(
      [...READ_ONLY_ACTIONS, ...HOME_ACTIONS].toSorted(),
    );
    expect(listRemainingPermissions(home).get("sqs:SendMessage")?.size).toBe(8);
  });
});

describe("a standby", () => {
  it("uses the replica of the table and replicas of the keys, and creates no table and no key", () => {
    expect(propertiesOf(standby, "AWS::DynamoDB::GlobalTable")).toEqual([]);
    expect(propertiesOf(standby, "AWS::KMS::Key")).toEqual([]);
    expect(propertiesOf(standby, "AWS::KMS::ReplicaKey")).toMatchObject([
      { PrimaryKeyArn: keyArn("a") },
      { PrimaryKeyArn: keyArn("b") },
    ]);
    // KMS evaluates the policies of both keys when a replica becomes the primary.
    for (const replica of listTexts(standby, "AWS::KMS::ReplicaKey"))
      expect(replica).toMatch(/kms:ReplicateKey.*kms:UpdatePrimaryRegion/);
    const named = listTexts(standby, "AWS::Lambda::Function").filter((text) => text.includes("TABLE_NAME"));
    expect(named.length).toBeGreaterThan(30);
    for (const text of named) expect(text).toContain("Almanac-Data-Table");
    expect(listTexts(standby, "AWS::Backup::BackupSelection").join()).toContain("Almanac-Data-Table");
    expect(JSON.stringify(standby.Outputs["TableName"])).toContain("Almanac-Data-Table");
  });

  it("may only read: no function may write to the table, decrypt a secret, send a message or a mail", () => {
    const functions = Object.values(standby.Resources).filter(({ Type }) => Type === "AWS::Lambda::Function");
    expect(listRolesWithStandbyPolicy(standby)).toHaveLength(functions.length);
    expect([...listRemainingPermissions(standby).keys()].toSorted()).toEqual(READ_ONLY_ACTIONS.toSorted());
    const [queue, ...queues] = listRemainingPermissions(standby).get("sqs:SendMessage") ?? [];
    expect([queue, queues]).toEqual([expect.stringContaining("StreamDeadLetters"), []]);
  });

  it("is denied the same actions as in the runbook for a home without deployments", async () => {
    const runbook = await readFile(join(PROJECT, "docs/runbooks/region-lost.md"), "utf8");
    const [, policy = ""] = /--policy-document '(\{.*?\})'\n/s.exec(runbook) ?? [];
    const Policy = z.object({ Statement: z.array(z.looseObject({ Action: z.unknown() })) });
    const byHand = Policy.parse(JSON.parse(policy)).Statement;
    const denial = Policy.parse(getOnly(standby, "AWS::IAM::ManagedPolicy")["PolicyDocument"]).Statement;
    const actionsOf = (statements: typeof denial) =>
      statements.map(({ Effect, Action }) => ({ Effect, Action }));
    expect(actionsOf(byHand)).toEqual(actionsOf(denial));
    const [changes, secrets, messages] = byHand;
    expect(denial[0]).toEqual(changes);
    expect(secrets).toMatchObject({ Resource: "'$HOME_SECRETS_KEY_ARN'" });
    expect(denial[1]).toMatchObject({
      Resource: { "Fn::GetAtt": ["Secrets", "Arn"] },
    });
    // The template lists the other queues; the test above requires that only this one remains.
    expect(messages).toMatchObject({ NotResource: "'$HOME_STREAM_DEAD_LETTERS_ARN'" });
  });

  it("lets Lambda decrypt the environment variables of its functions", () => {
    const [document] = listTexts(standby, "AWS::IAM::ManagedPolicy");
    const { Statement } = JSON.parse(document ?? "").PolicyDocument;
    const everywhere = Statement.filter(({ Resource }: { Resource: unknown }) => Resource === "*");
    expect(JSON.stringify(everywhere)).not.toContain("kms:");
  });

  it("has all event sources and schedules disabled, without alarms about it, and probes no release", () => {
    const mappings = propertiesOf(standby, "AWS::Lambda::EventSourceMapping");
    expect(mappings).toHaveLength(9);
    for (const mapping of mappings) expect(mapping).toMatchObject({ Enabled: false });
    for (const rule of propertiesOf(standby, "AWS::Events::Rule"))
      expect(rule).toMatchObject({ State: rule["ScheduleExpression"] ? "DISABLED" : "ENABLED" });
    expect(listTexts(standby, "AWS::CloudWatch::Alarm").join()).not.toContain('"breaching"');
    expect(JSON.stringify(standby)).not.toContain("PROBE_SECRET_ARN");
  });

  it("has the domain, but the home region has its DNS records", () => {
    expect(getOnly(standby, "AWS::ApiGateway::DomainName")).toMatchObject({ DomainName: "api.example.com" });
    expect(propertiesOf(standby, "AWS::Route53::RecordSet")).toEqual([]);
    expect(propertiesOf(home, "AWS::Route53::RecordSet")).toHaveLength(2);
  });

  it("becomes the home region without a change of its functions", () => {
    const functions = (template: SynthesizedTemplate) =>
      Object.fromEntries(
        Object.entries(template.Resources).filter(
          ([id, { Type }]) => /^AWS::Lambda::(Function|Alias)$/.test(Type) && !id.includes("Probe"),
        ),
      );
    const properties = (template: SynthesizedTemplate) =>
      Object.entries(functions(template)).map(([id, { Properties }]) => [id, Properties]);
    expect(properties(promoted)).toEqual(properties(standby));
  });
});

it("a standby that was promoted to home region allows all actions of its functions, and enables the stream, queues and schedules", () => {
  expect([...listRemainingPermissions(promoted).keys()].toSorted()).toEqual(
    [...READ_ONLY_ACTIONS, ...HOME_ACTIONS].toSorted(),
  );
  const mappings = listTexts(promoted, "AWS::Lambda::EventSourceMapping");
  expect(mappings.filter((text) => text.includes(STREAM) && text.includes("TRIM_HORIZON"))).toHaveLength(1);
  for (const mapping of mappings) expect(mapping).toContain('"Enabled":true');
  for (const rule of propertiesOf(promoted, "AWS::Events::Rule"))
    expect(rule).toMatchObject({ State: "ENABLED" });
});

it("all three services have room for more resources in each of their stacks", () => {
  const counts = [home, standby, promoted].map(countLargestStack);
  expect(Math.max(...counts)).toBeLessThanOrEqual(RESOURCES_WITH_ROOM);
});
