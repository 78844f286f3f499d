import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { REQUEST_ID, type RequestParts } from "#test/support/calls/gateway-event.ts";
import { captureLines, invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

const KEY: Caller = { userId: 7, role: "USER", scopes: "all", credentialId: "key-7" };
const Colour = z.strictObject({ name: z.string(), nested: z.strictObject({ "a/b": z.int() }).optional() });

/** An endpoint that answers what it was given. */
const echo = endpoint(
  {
    ...endpointSpec({ id: "things.update", route: "PATCH /things/{id}" }),
    path: z.object({ id: z.coerce.number().int() }),
    query: z.object({ sort: z.string().max(5).optional() }),
    body: Colour,
    response: z.object({ id: z.int(), name: z.string(), userId: z.int(), host: z.string() }),
  },
  async ({ path, body, caller, host }) => ({
    id: path.id,
    name: body.name,
    userId: caller.userId,
    host,
    secret: "never declared",
  }),
);
const paint = (parts: RequestParts = {}) =>
  invoke(echo, { caller: KEY, path: { id: "3" }, body: { name: "red" }, ...parts });

/** An endpoint whose use case throws. */
const failing = (error: unknown) =>
  endpoint(endpointSpec(), async () => {
    throw error;
  });

let lines = captureLines();
beforeEach(() => {
  lines = captureLines();
});

describe("an endpoint", () => {
  it("calls its use case with the caller and the parsed input, and lets no undeclared field out", async () => {
    const { status, json } = await paint();
    expect(status).toBe(200);
    expect(json).toEqual({ id: 3, name: "red", userId: 7, host: "api.example.com" });
  });

  it("sends a computed reply without parsing it, with a tag of its text", async () => {
    let count = 1;
    const computing = endpoint(
      {
        ...endpointSpec({ route: "GET /counts" }),
        response: z.object({ count: z.int().max(0) }),
        computed: true,
      },
      async () => ({ count }),
    );
    const get = async (tag = "none") => {
      const { status, json, headers } = await invoke(computing, {
        caller: KEY,
        headers: { "If-None-Match": tag },
      });
      return { status, json, tag: headers["ETag"] };
    };
    const first = await get();
    expect(first.json).toEqual({ count: 1 });
    expect((await get(first.tag)).status).toBe(304);
    count = 2;
    expect(await get(first.tag)).toMatchObject({ status: 200, json: { count: 2 } });
  });

  it("answers 401 when the gateway let a call through without a caller", async () => {
    const { status, json } = await invoke(echo, { path: { id: "3" }, body: { name: "red" } });
    expect([status, json["code"]]).toEqual([401, "unauthorized"]);
  });

  it("answers what the authorizer found but could not say", async () => {
    const codes = await Promise.all(
      (["two_credentials", "user_locked", "too_many_requests"] as const).map(async (refusal) => {
        const { status, json } = await paint({ refusal });
        return [status, json["code"]];
      }),
    );
    expect(codes).toEqual([
      [400, "two_credentials"],
      [403, "user_locked"],
      [429, "too_many_requests"],
    ]);
  });

  it("looks at the caller before it looks at the body", async () => {
    const body = "{not json";
    expect((await paint({ body, refusal: "too_many_requests" })).status).toBe(429);
    expect((await paint({ body, caller: { ...KEY, scopes: [] } })).status).toBe(403);
    expect((await invoke(echo, { path: { id: "3" }, body })).status).toBe(401);
  });

  it("shows every caller of a public endpoint in, as nobody", async () => {
    const open = endpoint(
      { ...endpointSpec({ scopes: "public" }), response: z.object({ userId: z.int() }) },
      async ({ caller }) => ({
        userId: caller.userId,
      }),
    );
    expect((await invoke(open)).json).toEqual({ userId: 0 });
  });
});

describe("the errors of an endpoint", () => {
  it("are problem documents with an older client's message and the request id", async () => {
    const { status, headers, json } = await invoke(failing(new Failure("not_found", "Thing not found.")), {
      caller: KEY,
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
    ["an error of the SDK", Object.assign(new Error("hunter2"), { name: "ValidationException" })],
    ["an error that names a status of its own", Object.assign(new Error("hunter2"), { statusCode: 418 })],
    ["text", "hunter2"],
    ["nothing", undefined],
  ])("never show the text of what nobody expected: %s", async (_, thrown) => {
    const { status, json, text } = await invoke(failing(thrown), { caller: KEY, path: { id: "3" } });
    expect([status, json["code"], json["requestId"]]).toEqual([500, "internal_error", REQUEST_ID]);
    expect(text).not.toContain("hunter2");
    expect(JSON.stringify(lines())).not.toContain("hunter2");
  });

  it("become internal when the answer has an object that the spec does not declare, without showing it", async () => {
    const broken = endpoint(
      { ...endpointSpec(), response: z.object({ id: z.int() }) },
      async () => ({ id: { password: "hunter2" } }) as never,
    );
    const { status, text } = await invoke(broken, { caller: KEY });
    expect(status).toBe(500);
    expect(text).not.toContain("hunter2");
  });

  it("ask to try again when the database is busy", async () => {
    const busy = Object.assign(new Error("throttled"), { name: "ProvisionedThroughputExceededException" });
    const { status, headers } = await invoke(failing(busy), { caller: KEY });
    expect([status, headers["Retry-After"]]).toEqual([503, "1"]);
  });
});

describe("a body of half a surrogate pair", () => {
  it.each([
    ["a text", '{"name":"\\ud800"}'],
    ["a text inside", '{"name":"red","nested":{"a/b":["\\udfffx"]}}'],
    ["a name", '{"\\ud83d":1}'],
    ["upper case", '{"name":"\\uDFFF"}'],
    ["a character", '{"name":"\ud800"}'],
  ])("is refused, for no storage keeps it: %s", async (_, body) => {
    const { status, json } = await paint({ body });
    expect([status, json["detail"]]).toEqual([400, "The body is not valid JSON."]);
  });

  it("is refused in Base64, too", async () => {
    const body = Buffer.from('{"name":"\\ud800"}').toString("base64");
    expect((await paint({ body, isBase64Encoded: true })).status).toBe(400);
  });

  it("is taken when the pair is whole", async () => {
    const { status, json } = await paint({ body: '{"name":"\\ud83d\\ude00"}' });
    expect([status, json["name"]]).toEqual([200, "\u{1f600}"]);
  });
});

describe("the headers of an endpoint", () => {
  it("carry the request id, the rate and nothing to be cached, whatever the answer", async () => {
    const rate = { limit: 600, remaining: 599, resetSeconds: 1 };
    const answers = await Promise.all([
      paint({ rate }),
      paint({ rate, body: "{" }),
      paint({ rate, body: {} }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400]);
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        "X-Request-Id": REQUEST_ID,
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": "private, no-cache",
        RateLimit: '"default";r=599;t=1',
        "RateLimit-Policy": '"default";q=600;w=60',
        "X-RateLimit-Limit": "600",
        "X-RateLimit-Remaining": "599",
        "X-RateLimit-Reset": "1",
      });
  });

  it("are shown to scripts of other sites, the rate included", async () => {
    const { headers } = await paint({ rate: { limit: 600, remaining: 599, resetSeconds: 1 } });
    const exposed = headers["Access-Control-Expose-Headers"]?.split(", ");
    const own = Object.keys(headers).filter((name) => /^(X-Rate|Rate|X-Request|X-API)/.test(name));
    expect(own).toHaveLength(7);
    expect(exposed).toEqual(expect.arrayContaining(own));
  });

  it("say when to come back only to a call that was refused", async () => {
    const rate = { limit: 600, remaining: 0, resetSeconds: 60, retryAfterSeconds: 4 };
    const { headers, json } = await paint({ rate, refusal: "too_many_requests" });
    expect(headers["Retry-After"]).toBe("4");
    expect(json["detail"]).toContain("4 s");
    expect((await paint()).headers).not.toHaveProperty("Retry-After");
  });
});

describe("the access line of an endpoint", () => {
  it("says who called what and how it ended", async () => {
    await paint();
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

  it("holds no body, no credential, no query and no address, whether the call is answered or refused", async () => {
    const parts = {
      headers: { "Content-Type": "application/json", Authorization: "Bearer sk_secret" },
      query: { apiKey: ["sk_secret"], sort: ["ann@example.com"] },
      body: { name: "ann@example.com" },
    };
    await paint(parts);
    await paint({ ...parts, query: {} });
    const crashing = failing(new Error("user ann@example.com with sk_secret"));
    await invoke(crashing, { ...parts, caller: KEY });
    expect(lines()).toHaveLength(3);
    expect(JSON.stringify(lines())).not.toMatch(/sk_secret|ann@example|"name"/);
  });

  it("flags a failure the spec does not declare", async () => {
    await invoke(failing(new Failure("booking_seats_full")), { caller: KEY });
    await paint({ body: {} });
    expect(lines().map(({ failure, undeclared }) => [failure, undeclared])).toEqual([
      ["booking_seats_full", true],
      ["invalid_request", undefined],
    ]);
  });
});

describe("a response that Lambda can't return", () => {
  const sized = (items: number) =>
    endpoint(
      endpointSpec({ response: z.object({ list: z.array(z.string()) }), failures: ["list_too_large"] }),
      async () => ({ list: Array.from({ length: items }, () => "0123456789") }),
    );

  it("is a clear failure instead of a lost one", async () => {
    // An element is 15 bytes of JSON in JSON: its quotes are escaped.
    expect((await invoke(sized(390_000), { caller: KEY })).status).toBe(200);
    expect(await invoke(sized(410_000), { caller: KEY })).toMatchObject({
      status: 400,
      json: { code: "list_too_large", detail: expect.stringContaining("6.2 MB") },
    });
  });
});
