import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { oauthEndpoint } from "#lib/entry/http/oauth-endpoint.ts";
import { CALLER, callEcho, echo } from "#test/support/calls/echo-endpoint.ts";
import { gatewayEvent, LAMBDA_CONTEXT, type RequestParts } from "#test/support/calls/gateway-event.ts";
import { captureLines, invoke, readReply } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

const PARTS = { caller: CALLER, path: { id: "3" }, body: { name: "red" } };
const TYPE = { "Content-Type": "application/json" };

/** Calls {@link echo} with headers that may have several values, and several spellings of a name. */
async function callWithHeaders(multiValueHeaders: Record<string, string[]>) {
  const headers = Object.fromEntries(
    Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1)]),
  );
  const event = { ...gatewayEvent(echo.spec.route, PARTS), headers, multiValueHeaders };
  return readReply(await echo(event, LAMBDA_CONTEXT));
}

let lines = captureLines();
beforeEach(() => {
  lines = captureLines();
});

describe("the chain of middlewares", () => {
  const wrong: [code: string, parts: RequestParts][] = [
    ["insufficient_scope", { caller: { ...CALLER, scopes: [] } }],
    ["not_acceptable", { headers: { Accept: "text/html", "Content-Type": "text/plain" } }],
    ["payload_too_large", { body: "{".repeat(262_145), headers: { "Content-Type": "text/plain" } }],
    ["unsupported_media_type", { body: "{", headers: { "Content-Type": "text/plain" } }],
    ["invalid_request", { body: "{" }],
  ];

  it.each(wrong.map(([code], at) => [code, at] as const))(
    "rejects a call for the first thing that is wrong: %s before what follows",
    async (code, at) => {
      // Everything from here on is wrong; the parts of an earlier one replace those of later ones.
      const parts = wrong.slice(at).toReversed();
      const { json } = await callEcho(Object.assign({}, ...parts.map(([, each]) => each)));
      expect(json["code"]).toBe(code);
    },
  );

  it("parses the body before the other input", async () => {
    const { json } = await callEcho({ body: "{", query: { sort: "too long" } });
    expect(json).toMatchObject({ detail: "The body is not valid JSON.", errors: [] });
  });

  it("logs one line for each call, wherever it ended", async () => {
    await callEcho();
    for (const [, parts] of wrong) await callEcho(parts);
    await callEcho({ body: {} });
    expect(lines().map(({ status }) => status)).toEqual([200, 403, 406, 413, 415, 400, 400]);
  });
});

it("an unexpected error of a middleware is an internal error, and one line with its stack", async () => {
  const broken = endpoint(
    {
      ...endpointSpec({ route: "POST /things" }),
      body: z.unknown().transform(() => {
        throw new RangeError("hunter2");
      }),
    },
    async () => ({}),
  );
  const { status, text } = await invoke(broken, { caller: CALLER, body: {} });
  expect([status, text.includes("hunter2")]).toEqual([500, false]);
  const line = {
    level: "error",
    event: "call",
    status: 500,
    failure: "internal_error",
    error: "RangeError",
  };
  expect(lines()).toEqual([expect.objectContaining({ ...line, stack: expect.stringContaining("input.ts") })]);
});

describe("the headers of a request", () => {
  it("have names in any case, also those of properties of every object", async () => {
    const names = {
      ["__proto__"]: ["a"],
      constructor: ["b"],
      toString: ["c"],
      "CONTENT-type": ["application/json"],
    };
    expect((await callWithHeaders(names)).status).toBe(200);
    expect({}).not.toHaveProperty("a");
  });

  it("may be missing", async () => {
    const event = Object.assign(gatewayEvent("PATCH /things/{id}", PARTS), {
      headers: null,
      multiValueHeaders: null,
    });
    const { json } = await readReply(await echo(event, LAMBDA_CONTEXT));
    expect(json["code"]).toBe("unsupported_media_type");
  });

  it("may repeat Accept, in several spellings", async () => {
    const accept = (...values: string[]) => ({ "Content-Type": ["application/json"], Accept: values });
    expect((await callWithHeaders(accept("text/html", "application/json"))).status).toBe(200);
    expect((await callWithHeaders({ ...accept("application/json"), accept: ["text/html"] })).status).toBe(
      200,
    );
    expect((await callWithHeaders({ ...accept("image/png"), accept: ["text/html"] })).status).toBe(406);
  });
});

describe("an OAuth endpoint", () => {
  const token = oauthEndpoint(
    {
      id: "things.token",
      summary: "Returns its input",
      route: "POST /token",
      body: z.object({ code: z.string().optional() }),
      response: z.unknown(),
      failures: [],
      permissions: [],
    },
    async ({ parameters, authorization }) => ({ parameters, authorization }),
  );

  it("passes its parameters and the Authorization header on", async () => {
    const headers = { ...TYPE, authorization: " Basic YTpi " };
    const { json } = await invoke(token, { body: { code: "x", other: "" }, headers });
    expect(json).toEqual({ parameters: { code: "x" }, authorization: "Basic YTpi" });
    expect((await invoke(token)).json).toEqual({ parameters: {} });
  });

  it("accepts one Authorization header, in one spelling", async () => {
    const headers = { ...TYPE, Authorization: "Basic YTpi", authorization: "Basic YzpkCg==" };
    const { status, json } = await invoke(token, { body: {}, headers });
    expect([status, json["error_description"]]).toEqual([400, "Send one Authorization header."]);
  });
});
