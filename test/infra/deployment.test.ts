import { beforeAll, describe, expect, it } from "vitest";
import { RESOURCES_WITH_ROOM } from "#infra/template-limits.ts";
import { ALL_SETTINGS } from "#test/support/cloud/all-settings.ts";
import { type SynthesizedTemplate, synthesizeEverySetting } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf, statementsOf } from "#test/support/cloud/template.ts";
import {
  countLargestStack,
  findEnvironment,
  getOnly,
  readAccessLogFields,
  readThrottles,
} from "./template-resources.ts";

const ALIAS_IDS = /^(Authorizer|Bookings(Cancel|Create|Get))Live/;

let prod: SynthesizedTemplate;
let dev: SynthesizedTemplate;

beforeAll(async () => {
  prod = await synthesizeEverySetting("prod");
  dev = await synthesizeEverySetting("dev");
});

const listByType = (type: string) => Object.entries(prod.Resources).filter(([, { Type }]) => Type === type);
const getOnlyInProd = (type: string) => getOnly(prod, type);

describe("a stack with every setting", () => {
  it("has room for more resources, and so has each nested stack", () => {
    for (const template of [prod, dev])
      expect(countLargestStack(template)).toBeLessThanOrEqual(RESOURCES_WITH_ROOM);
  });

  it("is available only at the operator's domain, with TLS 1.2, IPv4 and IPv6", () => {
    expect(getOnlyInProd("AWS::ApiGateway::DomainName")).toMatchObject({
      DomainName: "api.example.com",
      EndpointConfiguration: { Types: ["REGIONAL"], IpAddressType: "dualstack" },
      SecurityPolicy: "TLS_1_2",
    });
    expect(getOnlyInProd("AWS::CertificateManager::Certificate")).toMatchObject({
      DomainValidationOptions: [{ HostedZoneId: "Z0123456789ABC" }],
      ValidationMethod: "DNS",
    });
    const records = propertiesOf(prod, "AWS::Route53::RecordSet").map(({ Name, Type }) => [Name, Type]);
    expect(records.filter(([name]) => name === "api.example.com")).toEqual([
      ["api.example.com", "A"],
      ["api.example.com", "AAAA"],
    ]);
    expect(getOnlyInProd("AWS::ApiGateway::RestApi")).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(prod.Outputs["BaseUrl"]?.Value).toBe("https://api.example.com/v1");
  });

  it("has an output that says that passwords are disabled", () => {
    expect(prod.Outputs["PasswordSignIn"]?.Value).toBe("0");
  });

  it("serves the API under /v1 and /api/v1, and at the root of the domain", () => {
    expect(getOnlyInProd("AWS::ApiGateway::Stage")["StageName"]).toBe("v1");
    const mappings = propertiesOf(prod, "AWS::ApiGatewayV2::ApiMapping");
    expect(mappings.map(({ ApiMappingKey }) => ApiMappingKey)).toEqual([undefined, "api/v1", "v1"]);
    const targets = mappings.map(({ ApiId, DomainName, Stage }) => ({ ApiId, DomainName, Stage }));
    expect(targets).toEqual(Array(3).fill(targets[0]));
  });

  it("has a web ACL that blocks floods, bad addresses and known attacks, and stores no requests", () => {
    const { Rules, DefaultAction } = getOnlyInProd("AWS::WAFv2::WebACL");
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

  it("has lower throttles for calls with secrets and for anonymous calls, and none above that of the stage", () => {
    const rates = readThrottles(prod);
    expect(rates).toContainEqual(["* /*", 50, 100]);
    expect(rates).toContainEqual(["POST //auth/oauth2/sign-in", 20, 40]);
    for (const form of ["change-password", "reset"])
      expect(rates).toContainEqual([`POST //account/${form}`, 20, 40]);
    expect(rates).toContainEqual(["POST //api/auth/oauth/token", 50, 100]);
    // The gateway calls the same function for HEAD.
    for (const method of ["GET", "HEAD"])
      expect(rates).toContainEqual([`${method} //auth/oauth2/provider-callback`, 20, 40]);
    for (const path of ["docs/reference.js", "openapi.json", "docs", "llms.txt", ".well-known/security.txt"])
      expect(rates).toContainEqual([`GET //${path}`, 10, 20]);
    // The methods of a stage have no ANY: a setting for it applies to no call.
    expect(rates.filter(([method]) => String(method).startsWith("ANY "))).toEqual([]);
    for (const method of ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])
      expect(rates).toContainEqual([`${method} //{proxy+}`, 10, 20]);
    expect(rates).toHaveLength(30);
    // "Update size too large" from API Gateway, at about a hundred values.
    const { MethodSettings } = getOnlyInProd("AWS::ApiGateway::Stage");
    expect(JSON.stringify(MethodSettings)).not.toContain("DataTraceEnabled");
  });

  it("sends a mail when a daily copy of the table fails", () => {
    const rules = propertiesOf(prod, "AWS::Events::Rule").filter((rule) =>
      JSON.stringify(rule).includes("aws.backup"),
    );
    expect(rules).toMatchObject([
      {
        EventPattern: {
          source: ["aws.backup"],
          "detail-type": ["Backup Job State Change"],
          detail: { backupVaultName: [expect.anything()], state: ["FAILED", "EXPIRED", "ABORTED"] },
        },
        Targets: [{ Arn: { Ref: expect.stringContaining("Topic") } }],
      },
    ]);
    expect(JSON.stringify(rules)).toContain("docs/runbooks/restore.md");
    const policies = JSON.stringify(propertiesOf(prod, "AWS::SNS::TopicPolicy"));
    expect(policies).toContain("events.amazonaws.com");
  });

  it("has an access log without content of requests", () => {
    expect(Object.values(readAccessLogFields(prod)).toSorted()).toEqual([
      "$context.error.responseType",
      "$context.extendedRequestId",
      "$context.httpMethod",
      "$context.integration.error",
      "$context.requestTime",
      // The pattern of the route, not the path of the request.
      "$context.resourcePath",
      "$context.responseLatency",
      "$context.responseLength",
      "$context.status",
    ]);
    for (const template of [prod, dev])
      expect(JSON.stringify(getOnly(template, "AWS::ApiGateway::Stage"))).not.toMatch(
        /"DataTraceEnabled":true|"LoggingLevel"/,
      );
  });

  it("limits the concurrency of each function that reads a queue", () => {
    const scalingOf = (template: SynthesizedTemplate) =>
      propertiesOf(template, "AWS::Lambda::EventSourceMapping").flatMap(
        ({ ScalingConfig }) => ScalingConfig ?? [],
      );
    expect(scalingOf(prod)).toEqual(Array(8).fill({ MaximumConcurrency: 2 }));
    expect(scalingOf(dev)).toContainEqual({ MaximumConcurrency: Number(ALL_SETTINGS.deliveryConcurrency) });
  });

  it("sets the number of delivery lanes in every function that sends deliveries", () => {
    const functions = propertiesOf(prod, "AWS::Lambda::Function");
    const environments = functions.map(({ Environment }) => JSON.stringify(Environment));
    const senders = environments.filter((one) => one.includes('"DELIVERIES_QUEUE_URL"'));
    expect(senders).toHaveLength(5);
    for (const variable of [
      '"CONSUMER_CONCURRENCY":"2"',
      '"DELIVERY_CONCURRENCY":"50"',
      '"DELIVERY_CONCURRENCY_PER_OWNER":"40"',
      '"DELIVERY_CONCURRENCY_PER_WEBHOOK":"24"',
    ])
      expect(environments.filter((one) => one.includes(variable))).toEqual(senders);
  });

  it("has a budget for the costs", () => {
    expect(getOnlyInProd("AWS::Budgets::Budget")).toMatchObject({
      Budget: { BudgetLimit: { Amount: 100, Unit: "USD" }, TimeUnit: "MONTHLY" },
    });
    expect(JSON.stringify(getOnlyInProd("AWS::Budgets::Budget"))).toContain("ops@example.com");
  });

  it("traces every function", () => {
    for (const { TracingConfig } of propertiesOf(prod, "AWS::Lambda::Function"))
      expect(TracingConfig).toEqual({ Mode: "Active" });
    expect(getOnlyInProd("AWS::ApiGateway::Stage")).toMatchObject({ TracingEnabled: true });
  });
});

describe("a release", () => {
  const aliases = () => Object.keys(prod.Resources).filter((id) => ALIAS_IDS.test(id));

  it("receives a tenth of the traffic for five minutes, and is rolled back by the alarm", () => {
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

  it("is probed first, and changes all other functions last", () => {
    const probe = listByType("AWS::Lambda::Function").find(([id]) => id.startsWith("CanaryProbe"))?.[0];
    for (const id of aliases())
      expect(prod.Resources[id]?.UpdatePolicy).toMatchObject({
        CodeDeployLambdaAliasUpdate: { BeforeAllowTrafficHook: { Ref: probe } },
      });
    const released = /^(Authorizer|Bookings(Cancel|Create|Get)|CanaryProbe\w+)Function[0-9A-F]{8}$/;
    const stacksOfOthers = Object.entries(prod.stacks).filter(([, ids]) =>
      ids.some((id) => prod.Resources[id]?.Type === "AWS::Lambda::Function" && !released.test(id)),
    );
    expect(stacksOfOthers.map(([id]) => id).toSorted()).toEqual(["Consumers", "Reads", "Writes"]);
    for (const [id] of stacksOfOthers)
      expect(prod.Resources[id]?.DependsOn).toEqual(expect.arrayContaining(aliases()));
  });

  it("is called by its aliases, which the gateway may invoke", () => {
    const api = JSON.stringify(getOnlyInProd("AWS::ApiGateway::RestApi"));
    for (const alias of aliases()) expect(api).toContain(`{"Ref":"${alias}"}`);
    const roles = JSON.stringify(
      listByType("AWS::IAM::Role").filter(([id]) => /^Api(Read|Write)InvocationRole/.test(id)),
    );
    expect(roles.match(/:live/g)).toHaveLength(4);
  });

  it("allows the probe only to read its secret, invoke the new versions and report the result", () => {
    const [role] = listByType("AWS::IAM::Role").filter(([id]) => id.startsWith("CanaryProbe"));
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
  it("allows only the function of the callback to read the secret", () => {
    const readers = listByType("AWS::IAM::Role").flatMap(([id, role]) =>
      statementsOf(role)
        .filter(({ Resource }) => Resource.includes(ALL_SETTINGS.oidcSecretArn))
        .map(({ Action }) => ({ role: id.replace(/[0-9A-F]{8}$/, ""), Action })),
    );
    expect(readers).toEqual([
      { role: "OauthProviderCallbackRole", Action: ["secretsmanager:GetSecretValue"] },
    ]);
  });

  it("sets only the required variables of each function", () => {
    expect(findEnvironment(prod, "OauthAuthorize")).toMatchObject({
      Variables: { OIDC_NAME: "id.example.com" },
    });
    expect(JSON.stringify(findEnvironment(prod, "OauthAuthorize"))).not.toMatch(
      /OIDC_(ISSUER|CLIENT|SECRET)/,
    );
    expect(findEnvironment(prod, "OauthProviderSignIn")).toMatchObject({
      Variables: { OIDC_ISSUER: ALL_SETTINGS.oidcIssuer, OIDC_CLIENT_ID: "almanac" },
    });
    expect(JSON.stringify(findEnvironment(prod, "OauthProviderSignIn"))).not.toContain("OIDC_SECRET_ARN");
    expect(findEnvironment(prod, "OauthProviderCallback")).toMatchObject({
      Variables: { OIDC_SECRET_ARN: ALL_SETTINGS.oidcSecretArn },
    });
  });
});
