import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { AwsClient } from "#lib/platform/aws-client.ts";
import { handler } from "#lib/releases/probe.ts";
import { captureLines } from "#test/support/calls/invoke.ts";

const SECRET = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:almanac/probe-AbCdEf";
const API_KEY = "a-key-that-nobody-may-see";
const VERSIONS = Object.fromEntries(
  ["authorizer", "bookings.create", "bookings.get", "bookings.cancel"].map((id) => [
    id,
    `arn:aws:lambda:eu-west-1:123456789012:function:${id.replace(".", "-")}:7`,
  ]),
);
/** Makes Secrets Manager return this text. */
function useSecret(SecretString: string): void {
  vi.spyOn(AwsClient.prototype, "call").mockImplementation(async (operation, input) => {
    expect([operation, input]).toEqual(["GetSecretValue", { SecretId: SECRET }]);
    return JSON.stringify({ SecretString });
  });
}
const RESPONSES: Record<string, object> = {
  authorizer: { policyDocument: { Statement: [{ Effect: "Allow" }] }, context: { caller: "{}" } },
  "bookings-create": { statusCode: 200, body: '{"id":1}' },
  "bookings-cancel": { statusCode: 200, body: "{}" },
  "bookings-get": { statusCode: 200, body: '{"booking":{"status":"CANCELLED"}}' },
};
const HookStatus = z.object({ status: z.string(), deploymentId: z.string() });

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Replaces the AWS services. A function without a response fails as in Lambda. */
function useAws(responses: Record<string, object>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { headers, body }: Sent) => {
    sent.push({ url, headers, body });
    if (url.startsWith("https://codedeploy.")) return new Response("{}");
    const name = decodeURIComponent(url).split(":").at(-2) ?? "";
    const response = responses[name];
    return response === undefined
      ? new Response("{}", { headers: { "x-amz-function-error": "Unhandled" } })
      : new Response(JSON.stringify(response));
  });
  return sent;
}
const runHook = () => handler({ DeploymentId: "d-1", LifecycleEventHookExecutionId: "hook-1" });
const hookStatusIn = (sent: Sent[]) => HookStatus.parse(JSON.parse(sent.at(-1)?.body ?? ""));

beforeEach(() => {
  vi.unstubAllGlobals();
  const variables = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret",
    PROBE_SECRET_ARN: SECRET,
    PROBED_VERSIONS: JSON.stringify(VERSIONS),
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  useSecret(JSON.stringify({ apiKey: API_KEY, eventTypeId: 1 }));
});

describe("the hook of a release", () => {
  it("invokes the new versions with signed requests, and reports success to CodeDeploy", async () => {
    const sent = useAws(RESPONSES);
    await runHook();
    expect(sent.map(({ url }) => decodeURIComponent(url))).toEqual([
      ...["authorizer", "bookings.create", "bookings.cancel", "bookings.get"].map(
        (id) => `https://lambda.eu-west-1.amazonaws.com/2015-03-31/functions/${VERSIONS[id]}/invocations`,
      ),
      "https://codedeploy.eu-west-1.amazonaws.com/",
    ]);
    const scopes = sent.map(
      ({ headers }) => /Credential=AKIDEXAMPLE\/\d{8}\/([^,]+)/.exec(headers["authorization"] ?? "")?.[1],
    );
    expect(new Set(scopes)).toEqual(
      new Set(["eu-west-1/lambda/aws4_request", "eu-west-1/codedeploy/aws4_request"]),
    );
    expect(sent.at(-1)?.headers["x-amz-target"]).toBe(
      "CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus",
    );
    expect(hookStatusIn(sent)).toEqual({ status: "Succeeded", deploymentId: "d-1" });
  });

  it.each([
    ["has an error status", { ...RESPONSES, "bookings-create": { statusCode: 500, body: "{}" } }],
    ["returns an invalid body", { ...RESPONSES, "bookings-get": { statusCode: 200, body: "[]" } }],
    ["throws", { authorizer: RESPONSES["authorizer"] ?? {} }],
  ])("stops a release if a function %s", async (_, responses) => {
    const sent = useAws(responses);
    await runHook();
    expect(hookStatusIn(sent)).toMatchObject({ status: "Failed" });
  });

  it("stops a release if the secret is invalid, and does not log the secret", async () => {
    useSecret(`{"apiKey": ${API_KEY}}`);
    const lines = captureLines();
    const sent = useAws(RESPONSES);
    await runHook();
    expect(hookStatusIn(sent)).toMatchObject({ status: "Failed" });
    expect(lines()).toEqual([{ level: "error", event: "release probed", error: "SyntaxError" }]);
  });

  it("fails if the report to CodeDeploy fails, so that CodeDeploy calls it again", async () => {
    useAws(RESPONSES);
    const fetchFromAws = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, sent: RequestInit) =>
      url.startsWith("https://codedeploy.") ? new Response("{}", { status: 400 }) : fetchFromAws(url, sent),
    );
    await expect(runHook()).rejects.toThrow("codedeploy returned 400");
  });
});
