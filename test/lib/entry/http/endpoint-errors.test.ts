import { ProvisionedThroughputExceededException } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Failure } from "#lib/failures.ts";
import { CALLER, callEcho } from "#test/support/calls/echo-endpoint.ts";
import { REQUEST_ID } from "#test/support/calls/gateway-event.ts";
import { captureLines, invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

/** An endpoint whose use case throws. */
const failing = (error: unknown) =>
  endpoint(endpointSpec(), async () => {
    throw error;
  });

let lines = captureLines();
beforeEach(() => {
  lines = captureLines();
});

describe("the errors of an endpoint", () => {
  it("are problem documents with the request id, and with `message` for older clients", async () => {
    const { status, headers, json } = await invoke(failing(new Failure("not_found", "Thing not found.")), {
      caller: CALLER,
      path: { id: "3" },
    });
    expect(status).toBe(404);
    expect(headers["Content-Type"]).toBe("application/problem+json");
    expect(json).toEqual({
      type: "urn:almanac:problem:not_found",
      title: "Not found",
      status: 404,
      detail: "Thing not found.",
      instance: "/things/3",
      code: "not_found",
      message: "Thing not found.",
      requestId: REQUEST_ID,
      errors: [],
    });
  });

  it.each([
    ["an error", new Error("password is hunter2")],
    ["an AWS error", Object.assign(new Error("hunter2"), { name: "ValidationException" })],
    ["an error with a status", Object.assign(new Error("hunter2"), { statusCode: 418 })],
    ["text", "hunter2"],
    ["nothing", undefined],
  ])("never contain the text of an unexpected error: %s", async (_, thrown) => {
    const { status, json, text } = await invoke(failing(thrown), { caller: CALLER, path: { id: "3" } });
    expect([status, json["code"], json["requestId"]]).toEqual([500, "internal_error", REQUEST_ID]);
    expect(text).not.toContain("hunter2");
    expect(JSON.stringify(lines())).not.toContain("hunter2");
  });

  it("are internal errors if the response has an object that the spec does not declare, which is not returned", async () => {
    const broken = endpoint(
      { ...endpointSpec(), response: z.object({ id: z.int() }) },
      async () => ({ id: { password: "hunter2" } }) as never,
    );
    const { status, text } = await invoke(broken, { caller: CALLER });
    expect(status).toBe(500);
    expect(text).not.toContain("hunter2");
  });

  it("have Retry-After if the database is busy", async () => {
    const busy = new ProvisionedThroughputExceededException({ message: "throttled", $metadata: {} });
    const { status, headers } = await invoke(failing(busy), { caller: CALLER });
    expect([status, headers["Retry-After"]]).toEqual([503, "1"]);
  });
});

describe("a body with a lone surrogate", () => {
  it.each([
    ["a text", '{"name":"\\ud800"}'],
    ["a text inside", '{"name":"red","nested":{"a/b":["\\udfffx"]}}'],
    ["a name", '{"\\ud83d":1}'],
    ["upper case", '{"name":"\\uDFFF"}'],
    ["a character", '{"name":"\ud800"}'],
  ])("is rejected: %s", async (_, body) => {
    const { status, json } = await callEcho({ body });
    expect([status, json["detail"]]).toEqual([400, "The body is not valid JSON."]);
  });

  it("is rejected if it is Base64-encoded", async () => {
    const body = Buffer.from('{"name":"\\ud800"}').toString("base64");
    expect((await callEcho({ body, isBase64Encoded: true })).status).toBe(400);
  });

  it("is accepted if the pair is complete", async () => {
    const { status, json } = await callEcho({ body: '{"name":"\\ud83d\\ude00"}' });
    expect([status, json["name"]]).toEqual([200, "\u{1f600}"]);
  });
});

describe("the log line of an endpoint", () => {
  it("contains the credential, the endpoint and the status", async () => {
    await callEcho();
    expect(lines()).toEqual([
      expect.objectContaining({
        level: "info",
        event: "call",
        requestId: REQUEST_ID,
        endpoint: "things.update",
        method: "PATCH",
        route: "/things/{id}",
        status: 200,
        credentialId: "key-7",
        roundTrips: 0,
        databaseCalls: 0,
      }),
    ]);
  });

  it("contains no body, credential, query or address, for successful and failed calls", async () => {
    const parts = {
      headers: { "Content-Type": "application/json", Authorization: "Bearer sk_secret" },
      query: { apiKey: ["sk_secret"], sort: ["ann@example.com"] },
      body: { name: "ann@example.com" },
    };
    await callEcho(parts);
    await callEcho({ ...parts, query: {} });
    const crashing = failing(new Error("user ann@example.com with sk_secret"));
    await invoke(crashing, { ...parts, caller: CALLER });
    expect(lines()).toHaveLength(3);
    expect(JSON.stringify(lines())).not.toMatch(/sk_secret|ann@example|"name"/);
  });

  it("flags a failure that the spec does not declare", async () => {
    await invoke(failing(new Failure("booking_seats_full")), { caller: CALLER });
    await callEcho({ body: {} });
    expect(lines().map(({ failure, undeclared }) => [failure, undeclared])).toEqual([
      ["booking_seats_full", true],
      ["invalid_request", undefined],
    ]);
  });
});
