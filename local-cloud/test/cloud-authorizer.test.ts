import { describe, expect, it } from "vitest";
import { call } from "#local-cloud/testing/http-client.ts";
import { calls, secured } from "./assembly-builder.ts";
import { runningCloud } from "./running-cloud.ts";

const handler = (body: string): string => `export const handler = async (event) => { ${body} };`;
const template = (body: string) => ({ "application/json": body });

const cloud = runningCloud({
  functions: {
    Echo: { code: handler("return { statusCode: 200, body: JSON.stringify(event) };") },
    Gate: {
      code: handler(`
        const key = event.headers["X-Api-Key"];
        if (key === undefined) throw new Error("Unauthorized");
        if (key === "broken") throw new Error("broken");
        const Effect = key === "good" ? "Allow" : "Deny";
        const Statement = [{ Effect, Action: "execute-api:Invoke", Resource: event.methodArn }];
        return { principalId: key, policyDocument: { Statement }, context: { level: 7, event: JSON.stringify(event) } };`),
    },
  },
  authorizer: "Gate",
  paths: {
    "/open": { get: calls("Echo") },
    "/secret/{id}": { get: { ...calls("Echo"), ...secured }, head: { ...calls("Echo"), ...secured } },
  },
  gatewayResponses: {
    UNAUTHORIZED: {
      statusCode: "401",
      responseParameters: {
        "gatewayresponse.header.WWW-Authenticate": "'Bearer'",
        "gatewayresponse.header.Content-Type": "'application/problem+json'",
        "gatewayresponse.header.X-Request-Id": "context.requestId",
        "gatewayresponse.header.X-Origin": "method.request.header.Origin",
        "gatewayresponse.header.X-None": "method.request.querystring.none",
      },
      responseTemplates: template('{"id":"$context.requestId","why":$context.error.messageString}'),
    },
    ACCESS_DENIED: {
      statusCode: "401",
      responseTemplates: template(
        '{"who":"$context.authorizer.principalId","level":"$context.authorizer.level"}',
      ),
    },
    DEFAULT_5XX: { responseTemplates: template('{"at":"$context.httpMethod $context.path"}') },
  },
});

const secret = (key?: string, method = "GET") =>
  call(`${cloud().baseUrl}/secret/7?page=2`, {
    method,
    headers: key === undefined ? {} : { "X-Api-Key": key },
  });

describe("an authorizer", () => {
  it("is not called for a public method", async () => {
    const { status, text } = await call(`${cloud().baseUrl}/open`);
    expect(status).toBe(200);
    expect(JSON.parse(text).requestContext).not.toHaveProperty("authorizer");
  });

  it("receives the request, and its context is passed to the function as text", async () => {
    const { authorizer } = JSON.parse((await secret("good")).text).requestContext;
    expect(authorizer).toMatchObject({ principalId: "good", level: "7" });
    expect(JSON.parse(authorizer.event)).toMatchObject({
      type: "REQUEST",
      methodArn: "arn:aws:execute-api:us-east-1:000000000000:local/v1/GET/secret/7",
      resource: "/secret/{id}",
      path: "/secret/7",
      httpMethod: "GET",
      queryStringParameters: { page: "2" },
      pathParameters: { id: "7" },
      requestContext: { stage: "v1" },
    });
  });

  it("that requires a credential results in the declared gateway response", async () => {
    const { status, headers, text } = await call(`${cloud().baseUrl}/secret/7`, {
      headers: { Origin: "https://a.test" },
    });
    const id = headers["x-amzn-requestid"];
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({ id, why: "Unauthorized" });
    expect(headers).toMatchObject({
      "www-authenticate": "Bearer",
      "content-type": "application/problem+json",
      "x-request-id": id,
      "x-origin": "https://a.test",
      "x-amzn-errortype": "UnauthorizedException",
    });
    expect(headers).not.toHaveProperty("x-none");
  });

  it("that denies a call results in a response with its context", async () => {
    const { status, text } = await secret("bad");
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 401, body: { who: "bad", level: "7" } });
  });

  it("that fails results in the response to all faults", async () => {
    const { status, text } = await secret("broken");
    expect({ status, text }).toEqual({ status: 500, text: '{"at":"GET /v1/secret/7"}' });
  });

  it("protects HEAD, whose response has only the headers of the integration", async () => {
    const rejected = await secret(undefined, "HEAD");
    expect({ status: rejected.status, text: rejected.text }).toEqual({ status: 401, text: "" });
    const { status, headers, text } = await secret("good", "HEAD");
    expect({ status, text }).toEqual({ status: 200, text: "" });
    expect(Number(headers["content-length"])).toBeGreaterThan(100);
  });
});
