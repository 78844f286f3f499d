import { describe, expect, it } from "vitest";
import { call } from "#local-cloud/testing/http-client.ts";
import { GATEWAY_ASSEMBLY } from "./gateway-assembly.ts";
import { runningCloud } from "./running-cloud.ts";

const cloud = runningCloud(
  {
    ...GATEWAY_ASSEMBLY,
    // API Gateway ignores this one.
    gatewayResponses: { REQUEST_TOO_LARGE: { statusCode: "400" } },
  },
  { basePaths: ["api/v1"] },
);
const root = (): string => cloud().baseUrl.replace(/\/v1$/, "");

const post = (path: string, body: unknown) =>
  call(`${cloud().baseUrl}${path}`, { method: "POST", body: JSON.stringify(body) });

describe("the event of a function", () => {
  it("is what API Gateway sends", async () => {
    const { text } = await call(`${cloud().baseUrl}/echo/a%20b?x=1&x=2&y=c+d%2F`, {
      headers: { "X-Twice": ["one", "two"], Host: "api.test:80" },
    });
    const event = JSON.parse(text);
    expect(event).toMatchObject({
      resource: "/echo/{id}",
      path: "/echo/a%20b",
      httpMethod: "GET",
      headers: {
        "X-Twice": "two",
        Host: "api.test:80",
        "X-Forwarded-For": "127.0.0.1",
        "X-Forwarded-Proto": "http",
      },
      multiValueHeaders: { "X-Twice": ["one", "two"] },
      queryStringParameters: { x: "2", y: "c d/" },
      multiValueQueryStringParameters: { x: ["1", "2"], y: ["c d/"] },
      pathParameters: { id: "a b" },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
      requestContext: {
        stage: "v1",
        path: "/v1/echo/a%20b",
        resourcePath: "/echo/{id}",
        httpMethod: "GET",
        domainName: "api.test",
        identity: { sourceIp: "127.0.0.1" },
      },
    });
    expect(event.requestContext).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      extendedRequestId: expect.stringMatching(/^[\w-]{15}=$/),
    });
    expect(event.headers).not.toHaveProperty("Connection");
  });

  it("has null for a missing query", async () => {
    const { text } = await call(`${cloud().baseUrl}/echo/1`);
    expect(JSON.parse(text)).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
    });
  });

  it("contains a body as text, or as base64 if its type is binary", async () => {
    const asText = await post("/echo/1", { a: "ü" });
    expect(JSON.parse(asText.text)).toMatchObject({ body: '{"a":"ü"}', isBase64Encoded: false });
    const options = { method: "POST", headers: { "Content-Type": "image/png" }, body: Buffer.from([0, 255]) };
    const asBinary = await call(`${cloud().baseUrl}/echo/1`, options);
    expect(JSON.parse(asBinary.text)).toMatchObject({ body: "AP8=", isBase64Encoded: true });
  });

  it("differs only in its full path at the root, as on a custom domain", async () => {
    const { text } = await call(`${root()}/echo/1`);
    expect(JSON.parse(text)).toMatchObject({
      path: "/echo/1",
      requestContext: { path: "/echo/1", stage: "v1" },
    });
  });

  it("differs only in its full path under /api/v1, but not under other paths with this prefix", async () => {
    const { text } = await call(`${root()}/api/v1/echo/1`);
    expect(JSON.parse(text)).toMatchObject({ path: "/echo/1", requestContext: { path: "/api/v1/echo/1" } });
    for (const path of ["/api/v1x/echo/1", "/api/echo/1", "/v1/api/v1/echo/1"])
      expect((await call(`${root()}${path}`)).text, path).toBe("fallback");
    expect((await call(`${root()}/api/v1`)).text).toBe((await call(root())).text);
  });
});

describe("the response of a function", () => {
  it("has its status, headers and cookies, and the gateway's ids", async () => {
    const { status, headers, text } = await post("/respond", {
      statusCode: 201,
      headers: { "Content-Type": "text/plain", "X-Number": 7 },
      multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"] },
      body: "created",
    });
    expect({ status, text }).toEqual({ status: 201, text: "created" });
    expect(headers).toMatchObject({ "content-type": "text/plain", "x-number": "7", "content-length": "7" });
    expect(headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(headers["x-amzn-requestid"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).toHaveProperty("x-amz-apigw-id");
  });

  it("is JSON if it has no content type", async () => {
    const { headers } = await post("/respond", { statusCode: 200, body: "{}" });
    expect(headers["content-type"]).toBe("application/json");
  });

  it("is decoded if the client accepts its binary type", async () => {
    const { headers } = await call(`${cloud().baseUrl}/binary`, { headers: { Accept: "image/png" } });
    expect(headers["content-length"]).toBe("3");
  });

  it.each([
    ["without a status", { body: "x" }],
    ["with a body that is not text", { statusCode: 200, body: { a: 1 } }],
    ["with an unknown field", { statusCode: 200, status: "fine" }],
    ["that is not an object", "hello"],
  ])("is a fault %s", async (_description, result) => {
    const { status, text } = await post("/respond", result);
    expect({ status, text }).toEqual({ status: 502, text: '{"message":"Internal server error"}' });
  });

  it("is a fault if the process exits, and the next call starts another process", async () => {
    for (const time of [1, 2])
      expect([time, (await call(`${cloud().baseUrl}/exit`)).status]).toEqual([time, 502]);
  });

  it("is a timeout after the time limit", async () => {
    expect((await call(`${cloud().baseUrl}/hang`)).status).toBe(504);
  });
});

describe("the gateway", () => {
  it("responds to a preflight without a function", async () => {
    const { status, headers, text } = await call(`${cloud().baseUrl}/echo/1`, { method: "OPTIONS" });
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "x-request-id": headers["x-amzn-requestid"],
    });
  });

  it("rejects a preflight with a body that is not JSON", async () => {
    const headers = { "Content-Type": "text/plain" };
    expect((await call(`${cloud().baseUrl}/echo/1`, { method: "OPTIONS", headers })).status).toBe(415);
  });

  it("requires a token for an undeclared path", async () => {
    const { status, text } = await call(cloud().baseUrl);
    expect({ status, text }).toEqual({ status: 403, text: '{"message":"Missing Authentication Token"}' });
  });

  it("rejects a body of more than 10 MB, with and without Content-Length", async () => {
    const body = Buffer.alloc(10_485_761);
    for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
      const { status, text } = await call(`${cloud().baseUrl}/echo/1`, { method: "POST", headers, body });
      expect([headers, status, text]).toEqual([headers, 413, '{"message":"Request Too Long"}']);
    }
  });

  it("rejects an event that exceeds Lambda's limit", async () => {
    const { status } = await call(`${cloud().baseUrl}/echo/1`, {
      method: "POST",
      body: "x".repeat(6_400_000),
    });
    expect(status).toBe(413);
  });
});
