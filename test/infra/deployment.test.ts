import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type SynthesizedTemplate, synthesizeStage } from "#infra/upgrade/templates.ts";
import { propertiesOf, statementsOf } from "#test/support/cloud/template.ts";

/** Milliseconds that two validated syntheses of all functions may take on a busy machine. */
const SYNTHS = 300_000;
const secret = (name: string) =>
  `arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/${name}-AbCdEf`;
const EVERYTHING = {
  domainName: "api.example.com",
  hostedZoneId: "Z0123456789ABC",
  defaultEndpoint: "false",
  securityContact: "mailto:security@example.com",
  alarmEmail: "ops@example.com",
  alarms: "true",
  monthlyBudget: "100",
  standbyRegion: "eu-central-1",
  waf: "true",
  tracing: "true",
  canary: "true",
  probeSecretArn: secret("probe"),
  throttleRate: "50",
  consumerConcurrency: "2",
  oidcIssuer: "https://id.example.com",
  oidcClientId: "almanac",
  oidcSecretArn: secret("oidc"),
};
const GatewayStage = z.object({
  AccessLogSetting: z.object({ Format: z.string() }),
  MethodSettings: z.array(
    z.object({
      HttpMethod: z.string(),
      ResourcePath: z.string(),
      ThrottlingRateLimit: z.number(),
      ThrottlingBurstLimit: z.number(),
    }),
  ),
});
const STARTS_OF_ALIASES = /^(Authorizer|Bookings(Cancel|Create|Get))Live/;

let prod: SynthesizedTemplate;
let dev: SynthesizedTemplate;

/** Both pass CloudFormation's rules and AWS Solutions with every setting made; the stages without any do in another test. */
beforeAll(async () => {
  prod = await synthesizeStage("prod", EVERYTHING, { validates: true });
  dev = await synthesizeStage("dev", EVERYTHING, { validates: true });
}, SYNTHS);

const only = (type: string, template = prod) => {
  const [one, ...others] = propertiesOf(template, type);
  expect([type, others]).toEqual([type, []]);
  return one ?? {};
};

describe("a stack with every setting made", () => {
  it("is at the operator's domain alone, over TLS 1.2, by IPv4 and IPv6", () => {
    expect(only("AWS::ApiGateway::DomainName")).toMatchObject({
      DomainName: "api.example.com",
      EndpointConfiguration: { Types: ["REGIONAL"], IpAddressType: "dualstack" },
      SecurityPolicy: "TLS_1_2",
    });
    expect(only("AWS::CertificateManager::Certificate")).toMatchObject({
      DomainValidationOptions: [{ HostedZoneId: "Z0123456789ABC" }],
      ValidationMethod: "DNS",
    });
    const records = propertiesOf(prod, "AWS::Route53::RecordSet").map(({ Name, Type }) => [Name, Type]);
    expect(records).toEqual([
      ["api.example.com", "A"],
      ["api.example.com", "AAAA"],
    ]);
    expect(only("AWS::ApiGateway::RestApi")).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(prod.Outputs["BaseUrl"]?.Value).toBe("https://api.example.com/v1");
  });

  it("serves the API under /v1 and /api/v1, and at the root of the domain", () => {
    expect(only("AWS::ApiGateway::Stage")["StageName"]).toBe("v1");
    const mappings = propertiesOf(prod, "AWS::ApiGatewayV2::ApiMapping");
    expect(mappings.map((one) => one["ApiMappingKey"])).toEqual([undefined, "api/v1", "v1"]);
    const targets = mappings.map(({ ApiId, DomainName, Stage }) => ({ ApiId, DomainName, Stage }));
    expect(targets).toEqual(Array(3).fill(targets[0]));
  });

  it("has a web ACL that blocks floods, bad addresses and known attacks, and keeps no requests", () => {
    const { Rules, DefaultAction } = only("AWS::WAFv2::WebACL");
    expect(DefaultAction).toEqual({ Allow: {} });
    expect(Rules).toMatchObject([
      { Action: { Block: {} }, Statement: { RateBasedStatement: { Limit: 10_000 } } },
      { OverrideAction: { None: {} }, Name: "AWSManagedRulesAmazonIpReputationList" },
      { OverrideAction: { None: {} }, Name: "AWSManagedRulesKnownBadInputsRuleSet" },
      { OverrideAction: { None: {} }, Name: "AWSManagedRulesCommonRuleSet" },
    ]);
    expect(JSON.stringify(Rules)).not.toContain('"SampledRequestsEnabled":true');
    expect(propertiesOf(prod, "AWS::WAFv2::WebACLAssociation")).toHaveLength(1);
  });

  it("takes fewer tries of secrets than other calls, and never more than the stage", () => {
    const { MethodSettings } = GatewayStage.parse(only("AWS::ApiGateway::Stage"));
    const rates = MethodSettings.map((one) => [
      `${one.HttpMethod} ${one.ResourcePath.replaceAll("~1", "/")}`,
      one.ThrottlingRateLimit,
      one.ThrottlingBurstLimit,
    ]);
    expect(rates).toContainEqual(["* /*", 50, 100]);
    expect(rates).toContainEqual(["POST //auth/oauth2/sign-in", 20, 40]);
    for (const form of ["change-password", "reset"])
      expect(rates).toContainEqual([`POST //account/${form}`, 20, 40]);
    expect(rates).toContainEqual(["POST //api/auth/oauth/token", 50, 100]);
    // The gateway calls the same function for HEAD.
    for (const method of ["GET", "HEAD"])
      expect(rates).toContainEqual([`${method} //auth/oauth2/provider-callback`, 20, 40]);
    expect(rates).toHaveLength(11);
  });

  it("writes what an operator needs of each call into the access log, and nothing that was sent", () => {
    const { AccessLogSetting } = GatewayStage.parse(only("AWS::ApiGateway::Stage"));
    const fields = z.record(z.string(), z.string()).parse(JSON.parse(AccessLogSetting.Format));
    expect(Object.values(fields).toSorted()).toEqual([
      "$context.error.responseType",
      "$context.extendedRequestId",
      "$context.httpMethod",
      "$context.integration.error",
      "$context.requestTime",
      // The pattern of the route, not the path that was called.
      "$context.resourcePath",
      "$context.responseLatency",
      "$context.responseLength",
      "$context.status",
    ]);
    for (const stage of [only("AWS::ApiGateway::Stage"), only("AWS::ApiGateway::Stage", dev)])
      expect(JSON.stringify(stage)).not.toMatch(/"DataTraceEnabled":true|"LoggingLevel"/);
  });

  it("runs each function that reads a queue as often at once as the account's quota leaves", () => {
    const scaling = propertiesOf(prod, "AWS::Lambda::EventSourceMapping").flatMap(
      (one) => one["ScalingConfig"] ?? [],
    );
    expect(scaling).toEqual(Array(4).fill({ MaximumConcurrency: 2 }));
  });

  it("sets the number of delivery lanes in every function that sends deliveries", () => {
    const environments = propertiesOf(prod, "AWS::Lambda::Function").map((one) =>
      JSON.stringify(one["Environment"]),
    );
    const senders = environments.filter((one) => one.includes('"DELIVERIES_QUEUE_URL"'));
    expect(senders).toHaveLength(5);
    expect(environments.filter((one) => one.includes('"CONSUMER_CONCURRENCY":"2"'))).toEqual(senders);
  });

  it("watches the costs", () => {
    expect(only("AWS::Budgets::Budget")).toMatchObject({
      Budget: { BudgetLimit: { Amount: 100, Unit: "USD" }, TimeUnit: "MONTHLY" },
    });
    expect(JSON.stringify(only("AWS::Budgets::Budget"))).toContain("ops@example.com");
  });

  it("traces every function", () => {
    for (const { TracingConfig } of propertiesOf(prod, "AWS::Lambda::Function"))
      expect(TracingConfig).toEqual({ Mode: "Active" });
    expect(only("AWS::ApiGateway::Stage")).toMatchObject({ TracingEnabled: true });
  });
});

describe("a release", () => {
  const aliases = () => Object.keys(prod.Resources).filter((id) => STARTS_OF_ALIASES.test(id));
  const ofType = (type: string) => Object.entries(prod.Resources).filter(([, { Type }]) => Type === type);

  it("gets a tenth of the traffic for five minutes, and is taken back by the alarm", () => {
    expect(aliases()).toHaveLength(4);
    for (const group of propertiesOf(prod, "AWS::CodeDeploy::DeploymentGroup"))
      expect(group).toMatchObject({
        DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
        AlarmConfiguration: { Enabled: true, Alarms: [expect.anything()] },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_REQUEST", "DEPLOYMENT_STOP_ON_ALARM"],
        },
      });
  });

  it("asks the probe before, and changes all other functions only after", () => {
    const probe = ofType("AWS::Lambda::Function").find(([id]) => id.startsWith("CanaryProbe"))?.[0];
    for (const id of aliases())
      expect(prod.Resources[id]?.UpdatePolicy).toMatchObject({
        CodeDeployLambdaAliasUpdate: { BeforeAllowTrafficHook: { Ref: probe } },
      });
    const tried = /^(Authorizer|Bookings(Cancel|Create|Get)|CanaryProbe\w+)Function[0-9A-F]{8}$/;
    const others = ofType("AWS::Lambda::Function").filter(([id]) => !tried.test(id));
    expect(others.length).toBeGreaterThan(60);
    for (const [, { DependsOn }] of others) expect(DependsOn).toEqual(expect.arrayContaining(aliases()));
  });

  it("is called through its aliases, each of which the gateway may invoke", () => {
    const api = JSON.stringify(only("AWS::ApiGateway::RestApi"));
    for (const alias of aliases()) expect(api).toContain(`{"Ref":"${alias}"}`);
    const roles = JSON.stringify(
      ofType("AWS::IAM::Role").filter(([id]) => /^Api(Read|Write)InvocationRole/.test(id)),
    );
    expect(roles.match(/:live/g)).toHaveLength(4);
  });

  it("lets the probe read its secret, invoke the new versions and tell the result, and nothing else", () => {
    const [role] = ofType("AWS::IAM::Role").filter(([id]) => id.startsWith("CanaryProbe"));
    const statements = role === undefined ? [] : statementsOf(role[1]);
    expect(statements.map(({ Action, Resource }) => [Action, Resource.length])).toEqual([
      [["secretsmanager:GetSecretValue"], 1],
      [["lambda:InvokeFunction"], 4],
      [["codedeploy:PutLifecycleEventHookExecutionStatus"], 4],
      [["logs:CreateLogStream", "logs:PutLogEvents"], 1],
      [["xray:PutTelemetryRecords", "xray:PutTraceSegments"], 1],
    ]);
  });
});

describe("a stack with an OpenID provider", () => {
  const variablesOf = (name: string) => {
    const found = Object.entries(prod.Resources).find(([id]) => id.startsWith(`${name}Function`));
    return found?.[1].Properties["Environment"];
  };

  it("lets the function that comes back from it read its secret, and nobody else", () => {
    const roles = Object.entries(prod.Resources).filter(([, { Type }]) => Type === "AWS::IAM::Role");
    const readers = roles.flatMap(([id, role]) =>
      statementsOf(role)
        .filter(({ Resource }) => Resource.includes(EVERYTHING.oidcSecretArn))
        .map(({ Action }) => ({ role: id.replace(/[0-9A-F]{8}$/, ""), Action })),
    );
    expect(readers).toEqual([
      { role: "OauthProviderCallbackRole", Action: ["secretsmanager:GetSecretValue"] },
    ]);
  });

  it("tells each function what it needs to know of it", () => {
    expect(variablesOf("OauthAuthorize")).toMatchObject({ Variables: { OIDC_NAME: "id.example.com" } });
    expect(JSON.stringify(variablesOf("OauthAuthorize"))).not.toMatch(/OIDC_(ISSUER|CLIENT|SECRET)/);
    expect(variablesOf("OauthProviderSignIn")).toMatchObject({
      Variables: { OIDC_ISSUER: EVERYTHING.oidcIssuer, OIDC_CLIENT_ID: "almanac" },
    });
    expect(JSON.stringify(variablesOf("OauthProviderSignIn"))).not.toContain("OIDC_SECRET_ARN");
    expect(variablesOf("OauthProviderCallback")).toMatchObject({
      Variables: { OIDC_SECRET_ARN: EVERYTHING.oidcSecretArn },
    });
  });
});
