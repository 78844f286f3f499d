import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cloud, startCloud } from "#infra/local/cloud.ts";
import { calls, writeAssembly } from "./assembly-builder.ts";
import { call } from "./http-client.ts";

const handler = (body: string): string => `export const handler = async (event) => { ${body} };`;

const FUNCTIONS = {
  Echo: { code: handler("return { statusCode: 200, body: JSON.stringify(event) };") },
  Answer: { code: handler("return JSON.parse(event.body);") },
  Break: { code: handler("process.exit(1);") },
  Hang: { code: handler("await new Promise(() => {});"), timeoutSeconds: 20 },
  Fallback: { code: handler('return { statusCode: 404, body: "fallback" };') },
  Binary: {
    code: handler(
      'return { statusCode: 200, headers: { "Content-Type": "image/png" }, body: "AAEC", isBase64Encoded: true };',
    ),
  },
};

const template = (body: string) => ({ "application/json": body });

const OPTIONS = {
  "x-amazon-apigateway-integration": {
    type: "mock",
    requestTemplates: template('{"statusCode":204}'),
    passthroughBehavior: "never",
    responses: {
      default: {
        statusCode: "204",
        responseParameters: {
          "method.response.header.Access-Control-Allow-Origin": "'*'",
          "method.response.header.X-Request-Id": "context.requestId",
        },
      },
    },
  },
};

let cloud: Cloud;
let root: string;

beforeAll(async () => {
  const any = (name: string) => ({ "x-amazon-apigateway-any-method": calls(name) });
  const assembly = await writeAssembly({
    functions: FUNCTIONS,
    binaryMediaTypes: ["image/png"],
    paths: {
      "/echo/{id}": { get: calls("Echo"), post: calls("Echo"), options: OPTIONS },
      "/answer": { post: calls("Answer"), head: calls("Answer") },
      "/break": any("Break"),
      "/hang": { get: calls("Hang", { timeoutInMillis: 150 }) },
      "/binary": any("Binary"),
      "/{proxy+}": any("Fallback"),
    },
  });
  const directory = await mkdtemp(join(tmpdir(), "cloud-"));
  cloud = await startCloud({ directory, port: 0, assembly });
  root = cloud.baseUrl.replace(/\/v1$/, "");
});

afterAll(() => cloud?.stop());

const post = (path: string, body: unknown, headers = {}) =>
  call(`${cloud.baseUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });

describe("the event of a function", () => {
  it("is what API Gateway sends", async () => {
    const { text } = await call(`${cloud.baseUrl}/echo/a%20b?x=1&x=2&y=c+d%2F`, {
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

  it("has the request id that the client chose, and beside it one of the gateway's own", async () => {
    const chosen = '","role":"ADMIN';
    const { headers, text } = await call(`${cloud.baseUrl}/echo/1`, {
      headers: { "x-amzn-RequestId": chosen },
    });
    const { requestId, extendedRequestId } = JSON.parse(text).requestContext;
    expect([requestId, headers["x-amzn-requestid"]]).toEqual([chosen, chosen]);
    expect(extendedRequestId).toBe(headers["x-amz-apigw-id"]);
    expect(extendedRequestId).not.toContain(chosen);
  });

  it("has parameters and headers of any name", async () => {
    const { text } = await call(`${cloud.baseUrl}/echo/1?__proto__=1&constructor=2`, {
      headers: { constructor: "3" },
    });
    expect(text).toContain('"queryStringParameters":{"__proto__":"1","constructor":"2"}');
    expect(text).toContain('"multiValueQueryStringParameters":{"__proto__":["1"],"constructor":["2"]}');
    expect(text).toContain('"constructor":["3"]');
  });

  it("has null where there is nothing", async () => {
    const { text } = await call(`${cloud.baseUrl}/echo/1`);
    expect(JSON.parse(text)).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
    });
  });

  it("carries a body as text, and as base64 when its type is binary", async () => {
    const asText = await post("/echo/1", { a: "ü" });
    expect(JSON.parse(asText.text)).toMatchObject({ body: '{"a":"ü"}', isBase64Encoded: false });
    const options = { method: "POST", headers: { "Content-Type": "image/png" }, body: Buffer.from([0, 255]) };
    const asBinary = await call(`${cloud.baseUrl}/echo/1`, options);
    expect(JSON.parse(asBinary.text)).toMatchObject({ body: "AP8=", isBase64Encoded: true });
  });

  it("is the same at the root, as on a custom domain, but for its full path", async () => {
    const { text } = await call(`${root}/echo/1`);
    expect(JSON.parse(text)).toMatchObject({
      path: "/echo/1",
      requestContext: { path: "/echo/1", stage: "v1" },
    });
  });

  it("is the same under /api/v1, and under no path that only begins like it", async () => {
    const { text } = await call(`${root}/api/v1/echo/1`);
    expect(JSON.parse(text)).toMatchObject({ path: "/echo/1", requestContext: { path: "/api/v1/echo/1" } });
    for (const path of ["/api/v1x/echo/1", "/api/echo/1", "/v1/api/v1/echo/1"])
      expect((await call(`${root}${path}`)).text, path).toBe("fallback");
    expect((await call(`${root}/api/v1`)).text).toBe((await call(root)).text);
  });
});

describe("the answer of a function", () => {
  it("comes with its status, headers, cookies and the gateway's ids", async () => {
    const { status, headers, text } = await post("/answer", {
      statusCode: 201,
      headers: { "Content-Type": "text/plain", "X-Number": 7 },
      multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"] },
      body: "made",
    });
    expect({ status, text }).toEqual({ status: 201, text: "made" });
    expect(headers).toMatchObject({ "content-type": "text/plain", "x-number": "7", "content-length": "4" });
    expect(headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(headers["x-amzn-requestid"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).toHaveProperty("x-amz-apigw-id");
  });

  it("loses the headers that the gateway keeps for itself", async () => {
    const headers = {
      "WWW-Authenticate": "Basic",
      Server: "mine",
      "Content-Length": "999",
      "Transfer-Encoding": "x",
    };
    const answer = await post("/answer", { statusCode: 200, headers, body: "ok" });
    expect(answer.text).toBe("ok");
    expect(answer.headers).toMatchObject({
      "x-amzn-remapped-www-authenticate": "Basic",
      "x-amzn-remapped-server": "mine",
      "x-amzn-remapped-content-length": "999",
      "content-length": "2",
    });
    expect(answer.headers).not.toHaveProperty("www-authenticate");
  });

  it("is JSON when it does not say what it is", async () => {
    const { headers } = await post("/answer", { statusCode: 200, body: "{}" });
    expect(headers["content-type"]).toBe("application/json");
  });

  it("is decoded when the client accepts its binary type", async () => {
    const { headers } = await call(`${cloud.baseUrl}/binary`, { headers: { Accept: "image/png" } });
    expect(headers["content-length"]).toBe("3");
  });

  it.each([
    ["without a status", { body: "x" }],
    ["with a body that is no text", { statusCode: 200, body: { a: 1 } }],
    ["with a field the gateway does not know", { statusCode: 200, status: "fine" }],
    ["that is no object", "hello"],
  ])("is a fault %s", async (_what, answer) => {
    const { status, text } = await post("/answer", answer);
    expect({ status, text }).toEqual({ status: 502, text: '{"message":"Internal server error"}' });
  });

  it("is a fault when the process ended instead, and the next call finds another process", async () => {
    for (const time of [1, 2])
      expect([time, (await call(`${cloud.baseUrl}/break`)).status]).toEqual([time, 502]);
  });

  it("is a timeout when it does not come in time", async () => {
    expect((await call(`${cloud.baseUrl}/hang`)).status).toBe(504);
  });
});

describe("the gateway", () => {
  it("answers a preflight itself", async () => {
    const { status, headers, text } = await call(`${cloud.baseUrl}/echo/1`, { method: "OPTIONS" });
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "x-request-id": headers["x-amzn-requestid"],
    });
  });

  it("refuses a preflight with a body that is not JSON", async () => {
    const headers = { "Content-Type": "text/plain" };
    expect((await call(`${cloud.baseUrl}/echo/1`, { method: "OPTIONS", headers })).status).toBe(415);
  });

  it("asks for a token where the API declares nothing", async () => {
    const { status, text } = await call(cloud.baseUrl);
    expect({ status, text }).toEqual({ status: 403, text: '{"message":"Missing Authentication Token"}' });
  });

  it("refuses more than 10 MB, announced or not", async () => {
    const body = Buffer.alloc(10_485_761);
    for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
      const { status } = await call(`${cloud.baseUrl}/echo/1`, { method: "POST", headers, body });
      expect([headers, status]).toEqual([headers, 413]);
    }
  });

  it("refuses an event that is larger than Lambda carries", async () => {
    const answer = await call(`${cloud.baseUrl}/echo/1`, { method: "POST", body: "x".repeat(6_400_000) });
    expect(answer.status).toBe(413);
  });
});
