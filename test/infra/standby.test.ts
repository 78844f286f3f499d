import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { RoleCheck } from "#infra/local/aws/role-check.ts";
import { PROJECT } from "#infra/project.ts";
import { readSettings } from "#infra/read-settings.ts";
import { type SynthesizedTemplate, synthesizeStage } from "#infra/upgrade/templates.ts";
import { propertiesOf, type Statement, statementsOf } from "#test/support/cloud/template.ts";

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

/** The roles that have the fence, with all that they are granted and denied. */
function fencedRoles(template: SynthesizedTemplate): { granted: Statement[]; denied: Statement[] }[] {
  const fences = Object.entries(template.Resources).filter(
    ([, { Type }]) => Type === "AWS::IAM::ManagedPolicy",
  );
  const [[name, fence] = ["", undefined], ...others] = fences;
  expect(others).toEqual([]);
  const denied = fence ? statementsOf({ ...fence, Properties: { Policies: [fence.Properties] } }) : [];
  return Object.values(template.Resources)
    .filter(({ Type, Properties }) => {
      const { data } = Type === "AWS::IAM::Role" ? Attached.safeParse(Properties) : {};
      return data?.ManagedPolicyArns[0]?.Ref === name;
    })
    .map((role) => ({ granted: statementsOf(role), denied }));
}

/** What is left to any of the roles of what they are granted: action → resources, as IAM decides. */
function left(template: SynthesizedTemplate): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const named = (resource: unknown): string =>
    typeof resource === "string" ? resource : JSON.stringify(resource);
  for (const { granted, denied } of fencedRoles(template)) {
    const statements = [...granted, ...denied].map(({ Effect, Action, Resource }) => ({
      ...{ effect: Effect, actions: Action },
      resources: Resource.map(named),
    }));
    const check = new RoleCheck(new Map([["role", statements]]));
    const asked = granted.flatMap(({ Action, Resource }) =>
      Action.flatMap((action) => Resource.map((resource) => ({ action, resource: named(resource) }))),
    );
    for (const need of asked.filter((one) => isAllowed(check, one)))
      found.set(need.action, (found.get(need.action) ?? new Set()).add(need.resource));
  }
  return found;
}

function isAllowed(check: RoleCheck, need: { action: string; resource: string }): boolean {
  try {
    check.authorize("role", [need]);
    return true;
  } catch {
    return false;
  }
}

/** What a function may do in both regions: to read, and what Lambda asks of a reader of a queue or stream that is off. */
const ANYWHERE = [
  ...["dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:Query"],
  ...["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"],
  ...["kms:Encrypt", "kms:GenerateMac", "logs:CreateLogStream", "logs:PutLogEvents"],
  ...["secretsmanager:GetSecretValue", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage"],
  ...["sqs:GetQueueAttributes", "sqs:ReceiveMessage", "sqs:SendMessage"],
  ...["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
];
const AT_HOME = ["dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "kms:Decrypt"];

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
    for (const key of keys) expect(JSON.stringify(key)).toMatch(/kms:ReplicateKey.*kms:UpdatePrimaryRegion/);
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
    expect([...left(home).keys()].toSorted()).toEqual([...ANYWHERE, ...AT_HOME].toSorted());
    expect(left(home).get("sqs:SendMessage")?.size).toBe(5);
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
    // KMS asks the policies of both when it makes a replica the primary.
    for (const replica of texts(standby, "AWS::KMS::ReplicaKey"))
      expect(replica).toMatch(/kms:ReplicateKey.*kms:UpdatePrimaryRegion/);
    const named = texts(standby, "AWS::Lambda::Function").filter((text) => text.includes("TABLE_NAME"));
    expect(named.length).toBeGreaterThan(30);
    for (const one of named) expect(one).toContain("Almanac-Data-Table");
    expect(texts(standby, "AWS::Backup::BackupSelection").join()).toContain("Almanac-Data-Table");
    expect(JSON.stringify(standby.Outputs["TableName"])).toContain("Almanac-Data-Table");
  });

  it("may read, and neither change the table, nor open a secret, nor send a message, in any of its functions", () => {
    const functions = Object.values(standby.Resources).filter(({ Type }) => Type === "AWS::Lambda::Function");
    expect(fencedRoles(standby)).toHaveLength(functions.length);
    expect([...left(standby).keys()].toSorted()).toEqual(ANYWHERE.toSorted());
    const [queue, ...queues] = left(standby).get("sqs:SendMessage") ?? [];
    expect([queue, queues]).toEqual([expect.stringContaining("StreamDeadLetters"), []]);
  });

  it("is denied what the runbook has IAM deny to a home that can't be deployed to, and to send messages", async () => {
    const runbook = await readFile(join(PROJECT, "docs/runbooks/region-lost.md"), "utf8");
    const [, told = ""] = /--policy-document '(\{.*?\})'\n/s.exec(runbook) ?? [];
    const [changes, secrets] = z
      .object({ Statement: z.array(z.looseObject({})) })
      .parse(JSON.parse(told)).Statement;
    expect(only(standby, "AWS::IAM::ManagedPolicy")["PolicyDocument"]).toMatchObject({
      Statement: [
        changes,
        { ...secrets, Resource: { "Fn::GetAtt": [expect.any(String), expect.stringContaining("Secrets")] } },
        { Action: "sqs:SendMessage", Effect: "Deny" },
      ],
    });
  });

  it("lets Lambda decrypt the environment variables of its functions", () => {
    const [document] = texts(standby, "AWS::IAM::ManagedPolicy");
    const { Statement } = JSON.parse(document ?? "").PolicyDocument;
    const everywhere = Statement.filter(({ Resource }: { Resource: unknown }) => Resource === "*");
    expect(JSON.stringify(everywhere)).not.toContain("kms:");
  });

  it("has every reader and clock switched off, which nobody is told of, and tries no release by booking", () => {
    const mappings = propertiesOf(standby, "AWS::Lambda::EventSourceMapping");
    expect(mappings).toHaveLength(5);
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
    expect([...left(promoted).keys()].toSorted()).toEqual([...ANYWHERE, ...AT_HOME].toSorted());
    const mappings = texts(promoted, "AWS::Lambda::EventSourceMapping");
    expect(mappings.filter((text) => text.includes(STREAM) && text.includes("TRIM_HORIZON"))).toHaveLength(1);
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
    [{ standbyRegion: "Frankfurt" }, /must be a region/],
  ])("are refused where they can't be meant: %o", (context, error) => {
    expect(() => readSettings(context)).toThrow(error);
  });
});
