import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { RoleCheck } from "#infra/local/aws/role-check.ts";
import { PROJECT } from "#infra/project.ts";
import { readSettings } from "#infra/read-settings.ts";
import { type SynthesizedTemplate, synthesizeStage } from "#infra/upgrade/templates.ts";
import { propertiesOf, statementsOf } from "#test/support/template.ts";

/** Milliseconds that three validated syntheses may take on a busy machine. */
const SYNTHS = 300_000;
const MOST_RESOURCES = 450;
const TABLE = "arn:aws:dynamodb:eu-central-1:123456789012:table/Almanac-Data-Table";
const STREAM = `${TABLE}/stream/2026-03-01T09:30:00.000`;
const keyOf = (digit: string) => `arn:aws:kms:eu-west-1:123456789012:key/mrk-${digit.repeat(32)}`;
const secret = (name: string) =>
  `arn:aws:secretsmanager:eu-central-1:123456789012:secret:almanac/${name}-AbCdEf`;
/** What both regions are deployed with. */
const SHARED = {
  domainName: "api.example.com",
  hostedZoneId: "Z0123456789ABC",
  defaultEndpoint: "false",
  alarmEmail: "ops@example.com",
  monthlyBudget: "100",
  waf: "true",
  tracing: "true",
  probeSecretArn: secret("probe"),
  oidcIssuer: "https://id.example.com",
  oidcClientId: "almanac",
  oidcSecretArn: secret("oidc"),
};
const REPLICA = { replicaStreamArn: STREAM, homeSecretsKeyArn: keyOf("a"), homeCursorsKeyArn: keyOf("b") };

let home: SynthesizedTemplate;
let standby: SynthesizedTemplate;
let promoted: SynthesizedTemplate;
beforeAll(async () => {
  const made = (settings: object) => synthesizeStage("prod", { ...SHARED, ...settings }, { validates: true });
  home = await made({ standbyRegion: "eu-central-1" });
  standby = await made({ ...REPLICA, standby: "true" });
  promoted = await made(REPLICA);
}, SYNTHS);

const texts = (template: SynthesizedTemplate, type: string): string[] =>
  propertiesOf(template, type).map((properties) => JSON.stringify(properties));
const only = (template: SynthesizedTemplate, type: string): Record<string, unknown> => {
  const [one, ...others] = propertiesOf(template, type);
  expect([type, others]).toEqual([type, []]);
  return one ?? {};
};
const Attached = z.object({ ManagedPolicyArns: z.array(z.object({ Ref: z.string() })) });

/** The roles of functions with all they may and may not do, every resource by any name. */
function roleCheckOf(template: SynthesizedTemplate): { check: RoleCheck; roles: string[] } {
  const fences = Object.entries(template.Resources).filter(
    ([, { Type }]) => Type === "AWS::IAM::ManagedPolicy",
  );
  const [[name, fence] = ["", undefined], ...others] = fences;
  expect(others).toEqual([]);
  const denied = fence ? statementsOf({ ...fence, Properties: { Policies: [fence.Properties] } }) : [];
  const roles = Object.entries(template.Resources).filter(
    ([, role]) =>
      role.Type === "AWS::IAM::Role" &&
      Attached.safeParse(role.Properties).data?.ManagedPolicyArns[0]?.Ref === name,
  );
  const callers = roles.map(([role, resource]) => {
    const statements = [...statementsOf(resource), ...denied].map(({ Effect, Action }) => ({
      ...{ effect: Effect, actions: Action },
      resources: ["*"],
    }));
    return [role, statements] as const;
  });
  return { check: new RoleCheck(new Map(callers)), roles: roles.map(([role]) => role) };
}

/** How many roles may do each of these. */
function allowed(template: SynthesizedTemplate, actions: readonly string[]): Record<string, number> {
  const { check, roles } = roleCheckOf(template);
  const may = (role: string, action: string): boolean => {
    try {
      check.demand(role, [{ action, resource: "any" }]);
      return true;
    } catch {
      return false;
    }
  };
  return Object.fromEntries(
    actions.map((action) => [action, roles.filter((role) => may(role, action)).length]),
  );
}
const READS = [
  "dynamodb:GetItem",
  "dynamodb:BatchGetItem",
  "dynamodb:Query",
  "kms:Decrypt",
  "kms:GenerateMac",
];
const CHANGES = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "sqs:SendMessage"];
const WORK = ["sqs:ReceiveMessage", "dynamodb:GetRecords"];

describe("a home with a standby", () => {
  it("copies its table there, protected and recoverable as its own, and gives its keys away", () => {
    const recovery = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 };
    const replica = {
      DeletionProtectionEnabled: true,
      GlobalSecondaryIndexes: [{ IndexName: "GSI1" }, { IndexName: "GSI2" }, { IndexName: "GSI3" }],
      PointInTimeRecoverySpecification: recovery,
    };
    expect(only(home, "AWS::DynamoDB::GlobalTable")).toMatchObject({
      Replicas: [
        { ...replica, Region: { Ref: "AWS::Region" } },
        { ...replica, Region: "eu-central-1" },
      ],
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
    });
    const keys = propertiesOf(home, "AWS::KMS::Key");
    expect(keys).toMatchObject([{ MultiRegion: true }, { MultiRegion: true }]);
    for (const key of keys) expect(JSON.stringify(key)).toContain("kms:ReplicateKey");
    expect(Object.keys(home.Outputs)).toEqual(
      expect.arrayContaining([
        "SecretsKeyId",
        "CursorsKeyId",
        "FencePolicyArn",
        "DomainTarget",
        "DomainTargetZone",
      ]),
    );
  });

  it("is told when the copy is behind", () => {
    const alarms = texts(home, "AWS::CloudWatch::Alarm").filter((text) =>
      text.includes("ReplicationLatency"),
    );
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toContain('"ReceivingRegion","Value":"eu-central-1"');
    expect(texts(promoted, "AWS::CloudWatch::Alarm").join()).not.toContain("ReplicationLatency");
  });

  it("may do all that its functions are granted", () => {
    for (const count of Object.values(allowed(home, [...READS, ...CHANGES, ...WORK])))
      expect(count).toBeGreaterThan(1);
  });
});

describe("a standby", () => {
  it("stands on the copy, with replicas of the keys, and has no table and no key of its own", () => {
    expect(propertiesOf(standby, "AWS::DynamoDB::GlobalTable")).toEqual([]);
    expect(propertiesOf(standby, "AWS::KMS::Key")).toEqual([]);
    expect(propertiesOf(standby, "AWS::KMS::ReplicaKey")).toMatchObject([
      { PrimaryKeyArn: keyOf("a") },
      { PrimaryKeyArn: keyOf("b") },
    ]);
    const named = texts(standby, "AWS::Lambda::Function").filter((text) => text.includes("TABLE_NAME"));
    expect(named.length).toBeGreaterThan(30);
    for (const one of named) expect(one).toContain("Almanac-Data-Table");
    expect(texts(standby, "AWS::Backup::BackupSelection").join()).toContain("Almanac-Data-Table");
    expect(JSON.stringify(standby.Outputs["TableName"])).toContain("Almanac-Data-Table");
  });

  it("may read, and neither change anything nor take work in hand, in any of its functions", () => {
    const { roles } = roleCheckOf(standby);
    const functions = Object.values(standby.Resources).filter(({ Type }) => Type === "AWS::Lambda::Function");
    expect(roles).toHaveLength(functions.length);
    for (const count of Object.values(allowed(standby, READS))) expect(count).toBeGreaterThan(1);
    const none = Object.fromEntries([...CHANGES, ...WORK].map((action) => [action, 0]));
    expect(allowed(standby, [...CHANGES, ...WORK])).toEqual(none);
  });

  it("is denied what the runbook has IAM deny to a home that can't be deployed to", async () => {
    const runbook = await readFile(join(PROJECT, "docs/runbooks/region-lost.md"), "utf8");
    const [, told = ""] = /--policy-document '(\{.*?\})'\n/s.exec(runbook) ?? [];
    const [statement] = z.object({ Statement: z.array(z.unknown()) }).parse(JSON.parse(told)).Statement;
    expect(only(standby, "AWS::IAM::ManagedPolicy")["PolicyDocument"]).toMatchObject({
      Statement: [statement],
    });
  });

  it("has every reader and clock switched off, which nobody is told of, and tries no release by booking", () => {
    const mappings = propertiesOf(standby, "AWS::Lambda::EventSourceMapping");
    expect(mappings.length).toBeGreaterThan(5);
    for (const mapping of mappings) expect(mapping).toMatchObject({ Enabled: false });
    for (const rule of propertiesOf(standby, "AWS::Events::Rule"))
      expect(rule).toMatchObject({ State: "DISABLED" });
    expect(texts(standby, "AWS::CloudWatch::Alarm").join()).not.toContain('"breaching"');
    expect(JSON.stringify(standby)).not.toContain("PROBE_SECRET_ARN");
  });

  it("answers for the domain, which leads to the home until somebody says otherwise", () => {
    expect(only(standby, "AWS::ApiGateway::DomainName")).toMatchObject({ DomainName: "api.example.com" });
    expect(propertiesOf(standby, "AWS::Route53::RecordSet")).toEqual([]);
    expect(propertiesOf(home, "AWS::Route53::RecordSet")).toHaveLength(2);
  });

  it("becomes the home without a function being changed", () => {
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

describe("a standby that was made the home", () => {
  it("may do all that its functions are granted, and reads the copy's stream, queues and clock", () => {
    for (const count of Object.values(allowed(promoted, [...READS, ...CHANGES, ...WORK])))
      expect(count).toBeGreaterThan(1);
    const mappings = texts(promoted, "AWS::Lambda::EventSourceMapping");
    expect(mappings.filter((text) => text.includes(STREAM) && text.includes("TRIM_HORIZON"))).toHaveLength(2);
    for (const mapping of mappings) expect(mapping).toContain('"Enabled":true');
    for (const rule of propertiesOf(promoted, "AWS::Events::Rule"))
      expect(rule).toMatchObject({ State: "ENABLED" });
  });
});

describe("all of them", () => {
  it("stay well below what CloudFormation takes", () => {
    const counts = [home, standby, promoted].map(({ Resources }) => Object.keys(Resources).length);
    console.log(`${counts.join(", ")} resources at home, in standby and promoted`);
    expect(Math.max(...counts)).toBeLessThan(MOST_RESOURCES);
  });
});

describe("the settings of two regions", () => {
  it.each([
    [{ replicaStreamArn: STREAM }, /go together/],
    [{ ...REPLICA, standbyRegion: "eu-west-1" }, /standbyRegion is for the home/],
    [{ ...REPLICA, homeSecretsKeyArn: keyOf("a").replace("mrk-", "") }, /multi-Region key/],
    [{ standbyRegion: "Frankfurt" }, /is a region/],
  ])("are refused where they can't be meant: %o", (context, error) => {
    expect(() => readSettings(context)).toThrow(error);
  });
});
