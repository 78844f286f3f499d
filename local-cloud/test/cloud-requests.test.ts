import { describe, expect, it } from "vitest";
import { call } from "#local-cloud/testing/http-client.ts";
import { calls } from "./assembly-builder.ts";
import { runningCloud } from "./running-cloud.ts";

const ECHO = "export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });";
const RESPOND = "export const handler = async (event) => JSON.parse(event.body);";
const anyMethod = (name: string) => ({ "x-amazon-apigateway-any-method": calls(name) });

const cloud = runningCloud({
  functions: { Echo: { code: ECHO }, Respond: { code: RESPOND } },
  paths: { "/echo": anyMethod("Echo"), "/respond": anyMethod("Respond"), "/read": { get: calls("Echo") } },
});

const readEvent = async (path: string, options: Parameters<typeof call>[1] = {}) =>
  JSON.parse((await call(`${cloud().baseUrl}${path}`, options)).text);

describe("a query", () => {
  it.each([
    ["100%25", "100%25"],
    ["%2525", "%2525"],
    ["a%2Bb+c%26d%20%C3%BC", "a+b c&d ü"],
    ["[1]", "[1]"],
  ])("is decoded, and each percent sign encoded again: %s", async (sent, received) => {
    const { multiValueQueryStringParameters } = await readEvent(`/echo?state=${sent}`);
    expect(multiValueQueryStringParameters).toEqual({ state: [received] });
  });

  it("is split at a semicolon", async () => {
    expect((await readEvent("/echo?a=1;b=2")).queryStringParameters).toEqual({ a: "1", b: "2" });
  });

  it.each(["\\", "|", "{", "}", "^", "`"])("with a plain %s is rejected", async (character) => {
    const { status, text } = await call(`${cloud().baseUrl}/echo?a=${character}`);
    expect({ status, text }).toEqual({ status: 400, text: "Bad Request" });
  });

  it.each(["/echo?a=100%", "/echo?a=%zz", "/%2"])("with a broken escape is rejected: %s", async (path) => {
    expect((await call(`${cloud().baseUrl}${path}`)).status).toBe(400);
  });
});

describe("a request", () => {
  it("may have at most 10,240 bytes of request line and header values", async () => {
    const fixedBytes = `GET /v1/echo HTTP/1.1${new URL(cloud().baseUrl).host}keep-alive`.length;
    const send = (size: number) =>
      call(`${cloud().baseUrl}/echo`, {
        headers: { Connection: "keep-alive", "X-Long": "x".repeat(size - fixedBytes) },
      });
    expect((await send(10_240)).status).toBe(200);
    const { status, text } = await send(10_241);
    expect({ status, text }).toEqual({ status: 431, text: "HTTP header is larger than 10240 bytes." });
  });

  it("has the method of X-HTTP-Method-Override, which is not passed to functions", async () => {
    const headers = { "X-HTTP-Method-Override": "get" };
    const event = await readEvent("/read", { method: "POST", headers });
    expect(event).toMatchObject({ httpMethod: "GET", requestContext: { httpMethod: "GET" } });
    expect(event.headers).not.toHaveProperty("X-HTTP-Method-Override");
    const override = { headers: { "X-HTTP-Method-Override": "DELETE" } };
    expect((await call(`${cloud().baseUrl}/read`, override)).status).toBe(403);
  });

  it("has the client's request id, and a second one of the gateway", async () => {
    const chosen = '","role":"ADMIN';
    const { headers, text } = await call(`${cloud().baseUrl}/echo`, {
      headers: { "x-amzn-RequestId": chosen },
    });
    const { requestId, extendedRequestId } = JSON.parse(text).requestContext;
    expect([requestId, headers["x-amzn-requestid"]]).toEqual([chosen, chosen]);
    expect(extendedRequestId).toBe(headers["x-amz-apigw-id"]);
    expect(extendedRequestId).not.toContain(chosen);
  });

  it("may have parameters and headers with any name", async () => {
    const { text } = await call(`${cloud().baseUrl}/echo?__proto__=1&constructor=2`, {
      headers: { constructor: "3" },
    });
    expect(text).toContain('"queryStringParameters":{"__proto__":"1","constructor":"2"}');
    expect(text).toContain('"multiValueQueryStringParameters":{"__proto__":["1"],"constructor":["2"]}');
    expect(text).toContain('"constructor":["3"]');
  });

  it("is passed to functions without an AWS signature", async () => {
    const signature = "AWS4-HMAC-SHA256 Credential=x";
    expect((await readEvent("/echo", { headers: { Authorization: signature } })).headers).not.toHaveProperty(
      "Authorization",
    );
    const { headers } = await readEvent("/echo", { headers: { Authorization: "Bearer x" } });
    expect(headers).toMatchObject({ Authorization: "Bearer x" });
  });
});

describe("the headers of a response", () => {
  it.each([
    "Authorization",
    "Content-Length",
    "Content-MD5",
    "Date",
    "Max-Forwards",
    "Server",
    "User-Agent",
    "WWW-Authenticate",
  ])("have %s renamed", async (name) => {
    const body = JSON.stringify({ statusCode: 200, headers: { [name]: "mine" }, body: "" });
    const { headers } = await call(`${cloud().baseUrl}/respond`, { method: "POST", body });
    expect(headers[`x-amzn-remapped-${name.toLowerCase()}`]).toBe("mine");
    expect(headers[name.toLowerCase()]).not.toBe("mine");
  });

  it.each(["Expect", "Host", "Proxy-Authenticate", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Via"])(
    "do not have %s",
    async (name) => {
      const body = JSON.stringify({ statusCode: 200, headers: { [name]: "mine" }, body: "" });
      const { headers } = await call(`${cloud().baseUrl}/respond`, { method: "POST", body });
      expect(Object.values(headers)).not.toContain("mine");
    },
  );
});
