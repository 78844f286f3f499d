import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cloud, startCloud } from "#infra/local/cloud.ts";
import { calls, writeAssembly } from "./assembly-builder.ts";
import { call } from "./http-client.ts";

const ECHO = "export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });";
const ANSWER = "export const handler = async (event) => JSON.parse(event.body);";

let cloud: Cloud;

beforeAll(async () => {
  const any = (name: string) => ({ "x-amazon-apigateway-any-method": calls(name) });
  const assembly = await writeAssembly({
    functions: { Echo: { code: ECHO }, Answer: { code: ANSWER } },
    paths: { "/echo": any("Echo"), "/answer": any("Answer"), "/read": { get: calls("Echo") } },
  });
  cloud = await startCloud({ directory: await mkdtemp(join(tmpdir(), "cloud-")), port: 0, assembly });
});

afterAll(() => cloud?.stop());

const eventOf = async (path: string, options: Parameters<typeof call>[1] = {}) =>
  JSON.parse((await call(`${cloud.baseUrl}${path}`, options)).text);

describe("a query", () => {
  it.each([
    ["100%25", "100%25"],
    ["%2525", "%2525"],
    ["a%2Bb+c%26d%20%C3%BC", "a+b c&d ü"],
    ["[1]", "[1]"],
  ])("is decoded, and each percent sign encoded again: %s", async (sent, arrives) => {
    const { multiValueQueryStringParameters } = await eventOf(`/echo?state=${sent}`);
    expect(multiValueQueryStringParameters).toEqual({ state: [arrives] });
  });

  it("is split at a semicolon", async () => {
    expect((await eventOf("/echo?a=1;b=2")).queryStringParameters).toEqual({ a: "1", b: "2" });
  });

  it.each(["\\", "|", "{", "}", "^", "`"])("with a plain %s is rejected", async (character) => {
    const { status, text } = await call(`${cloud.baseUrl}/echo?a=${character}`);
    expect({ status, text }).toEqual({ status: 400, text: "Bad Request" });
  });

  it.each(["/echo?a=100%", "/echo?a=%zz", "/%2"])("with a broken escape is rejected: %s", async (path) => {
    expect((await call(`${cloud.baseUrl}${path}`)).status).toBe(400);
  });
});

describe("a request", () => {
  it("may have 10,240 bytes of request line and header values, and not more", async () => {
    const rest = `GET /v1/echo HTTP/1.1${new URL(cloud.baseUrl).host}keep-alive`.length;
    const send = (size: number) =>
      call(`${cloud.baseUrl}/echo`, {
        headers: { Connection: "keep-alive", "X-Long": "x".repeat(size - rest) },
      });
    expect((await send(10_240)).status).toBe(200);
    const { status, text } = await send(10_241);
    expect({ status, text }).toEqual({ status: 431, text: "HTTP header is larger than 10240 bytes." });
  });

  it("has the method of X-HTTP-Method-Override, which no function sees", async () => {
    const headers = { "X-HTTP-Method-Override": "get" };
    const event = await eventOf("/read", { method: "POST", headers });
    expect(event).toMatchObject({ httpMethod: "GET", requestContext: { httpMethod: "GET" } });
    expect(event.headers).not.toHaveProperty("X-HTTP-Method-Override");
    const override = { headers: { "X-HTTP-Method-Override": "DELETE" } };
    expect((await call(`${cloud.baseUrl}/read`, override)).status).toBe(403);
  });

  it("reaches functions without a signature of AWS", async () => {
    const signature = "AWS4-HMAC-SHA256 Credential=x";
    expect((await eventOf("/echo", { headers: { Authorization: signature } })).headers).not.toHaveProperty(
      "Authorization",
    );
    const { headers } = await eventOf("/echo", { headers: { Authorization: "Bearer x" } });
    expect(headers).toMatchObject({ Authorization: "Bearer x" });
  });
});

describe("the headers of an answer", () => {
  it.each([
    "Authorization",
    "Content-MD5",
    "Date",
    "Max-Forwards",
    "Server",
    "User-Agent",
    "WWW-Authenticate",
  ])("have %s under another name", async (name) => {
    const body = JSON.stringify({ statusCode: 200, headers: { [name]: "mine" }, body: "" });
    const { headers } = await call(`${cloud.baseUrl}/answer`, { method: "POST", body });
    expect(headers[`x-amzn-remapped-${name.toLowerCase()}`]).toBe("mine");
    expect(headers[name.toLowerCase()]).not.toBe("mine");
  });

  it.each(["Expect", "Host", "Proxy-Authenticate", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Via"])(
    "never have %s",
    async (name) => {
      const body = JSON.stringify({ statusCode: 200, headers: { [name]: "mine" }, body: "" });
      const { headers } = await call(`${cloud.baseUrl}/answer`, { method: "POST", body });
      expect(Object.values(headers)).not.toContain("mine");
    },
  );
});
