import { CodeDeployClient, PutLifecycleEventHookExecutionStatusCommand } from "@aws-sdk/client-codedeploy";
import { InvokeCommand, type InvokeCommandInput, LambdaClient } from "@aws-sdk/client-lambda";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { Uint8ArrayBlobAdapter } from "@smithy/core/serde";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "#lib/workers/releases/probe.ts";
import { captureLines } from "#test/support/calls/invoke.ts";

const SECRET = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/probe-AbCdEf";
const API_KEY = "a-key-that-nobody-may-see";
const VERSIONS = Object.fromEntries(
  ["authorizer", "bookings.create", "bookings.get", "bookings.cancel"].map((id) => [
    id,
    `arn:aws:lambda:eu-west-1:123456789012:function:${id.replace(".", "-")}:7`,
  ]),
);
const secrets = mockClient(SecretsManagerClient);
const lambda = mockClient(LambdaClient);
const codeDeploy = mockClient(CodeDeployClient);
afterAll(() => {
  for (const mock of [secrets, lambda, codeDeploy]) mock.restore();
});

/** Makes Secrets Manager return this text. */
const useSecret = (SecretString: string) =>
  secrets.reset().on(GetSecretValueCommand, { SecretId: SECRET }).resolves({ SecretString });
const RESPONSES: Record<string, object> = {
  authorizer: { policyDocument: { Statement: [{ Effect: "Allow" }] }, context: { caller: "{}" } },
  "bookings-create": { statusCode: 200, body: '{"id":1}' },
  "bookings-cancel": { statusCode: 200, body: "{}" },
  "bookings-get": { statusCode: 200, body: '{"booking":{"status":"CANCELLED"}}' },
};

/** Makes the functions return these responses. One without a response fails as in Lambda. */
function useResponses(responses: Record<string, object>): void {
  lambda
    .reset()
    .on(InvokeCommand)
    .callsFake(({ FunctionName = "" }: InvokeCommandInput) => {
      const response = responses[FunctionName.split(":").at(-2) ?? ""];
      if (response === undefined) return { FunctionError: "Unhandled" };
      return { Payload: Uint8ArrayBlobAdapter.fromString(JSON.stringify(response)) };
    });
}
const runHook = () => handler({ DeploymentId: "d-1", LifecycleEventHookExecutionId: "hook-1" });
const reported = () =>
  codeDeploy
    .commandCalls(PutLifecycleEventHookExecutionStatusCommand)
    .map(({ args: [command] }) => command.input);

beforeEach(() => {
  const variables = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret",
    PROBE_SECRET_ARN: SECRET,
    PROBED_VERSIONS: JSON.stringify(VERSIONS),
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  codeDeploy.reset();
  useSecret(JSON.stringify({ apiKey: API_KEY, eventTypeId: 1 }));
});

describe("the hook of a release", () => {
  it("invokes the new versions, and reports success to CodeDeploy", async () => {
    useResponses(RESPONSES);
    await runHook();
    expect(
      lambda.commandCalls(InvokeCommand).map(({ args: [command] }) => command.input.FunctionName),
    ).toEqual(["authorizer", "bookings.create", "bookings.cancel", "bookings.get"].map((id) => VERSIONS[id]));
    expect(reported()).toEqual([
      { status: "Succeeded", deploymentId: "d-1", lifecycleEventHookExecutionId: "hook-1" },
    ]);
  });

  it.each([
    ["has an error status", { ...RESPONSES, "bookings-create": { statusCode: 500, body: "{}" } }],
    ["returns an invalid body", { ...RESPONSES, "bookings-get": { statusCode: 200, body: "[]" } }],
  ])("stops a release if a function %s", async (_, responses) => {
    useResponses(responses);
    await runHook();
    expect(reported()).toMatchObject([{ status: "Failed" }]);
  });

  it("stops a release if a function throws, and logs which one", async () => {
    const lines = captureLines();
    useResponses({ authorizer: RESPONSES["authorizer"] ?? {} });
    await runHook();
    expect(reported()).toMatchObject([{ status: "Failed" }]);
    const reason = "bookings.create failed: Unhandled";
    expect(lines()).toEqual([{ level: "info", event: "release probed", reason }]);
  });

  it("stops a release if the secret is invalid, and does not log the secret", async () => {
    useSecret(`{"apiKey": ${API_KEY}}`);
    const lines = captureLines();
    useResponses(RESPONSES);
    await runHook();
    expect(reported()).toMatchObject([{ status: "Failed" }]);
    expect(lines()).toEqual([{ level: "error", event: "release probed", error: "SyntaxError" }]);
  });

  it("fails if the report to CodeDeploy fails, so that CodeDeploy calls it again", async () => {
    useResponses(RESPONSES);
    codeDeploy.rejects("no such deployment");
    await expect(runHook()).rejects.toThrow("no such deployment");
  });
});
