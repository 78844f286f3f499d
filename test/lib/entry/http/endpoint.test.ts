import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { CALLER, callEcho, echo } from "#test/support/calls/echo-endpoint.ts";
import { REQUEST_ID } from "#test/support/calls/gateway-event.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

describe("an endpoint", () => {
  it("calls its use case with the caller and the parsed input, and returns only declared fields", async () => {
    const { status, json } = await callEcho();
    expect(status).toBe(200);
    expect(json).toEqual({ id: 3, name: "red", userId: 7, host: "api.example.com" });
  });

  it("returns a computed response without parsing it, with a tag of its text", async () => {
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
        caller: CALLER,
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

  it("returns 401 for a call without a caller", async () => {
    const { status, json } = await invoke(echo, { path: { id: "3" }, body: { name: "red" } });
    expect([status, json["code"]]).toEqual([401, "unauthorized"]);
  });

  it("returns the failures that the authorizer passes on", async () => {
    const codes = await Promise.all(
      (["two_credentials", "user_locked", "too_many_requests"] as const).map(async (refusal) => {
        const { status, json } = await callEcho({ refusal });
        return [status, json["code"]];
      }),
    );
    expect(codes).toEqual([
      [400, "two_credentials"],
      [403, "user_locked"],
      [429, "too_many_requests"],
    ]);
  });

  it("authorizes the caller before it parses the body", async () => {
    const body = "{not json";
    expect((await callEcho({ body, refusal: "too_many_requests" })).status).toBe(429);
    expect((await callEcho({ body, caller: { ...CALLER, scopes: [] } })).status).toBe(403);
    expect((await invoke(echo, { path: { id: "3" }, body })).status).toBe(401);
  });

  it("accepts every caller of a public endpoint, without a user", async () => {
    const open = endpoint(
      { ...endpointSpec({ scopes: "public" }), response: z.object({ userId: z.int() }) },
      async ({ caller }) => ({
        userId: caller.userId,
      }),
    );
    expect((await invoke(open)).json).toEqual({ userId: 0 });
  });
});

describe("the headers of an endpoint", () => {
  it("contain the request id and the rate, and forbid shared caching, in every response", async () => {
    const rate = { limit: 600, remaining: 599, resetSeconds: 1 };
    const responses = await Promise.all([
      callEcho({ rate }),
      callEcho({ rate, body: "{" }),
      callEcho({ rate, body: {} }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 400]);
    for (const { headers } of responses)
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

  it("can be read by scripts of other sites, including the rate", async () => {
    const { headers } = await callEcho({ rate: { limit: 600, remaining: 599, resetSeconds: 1 } });
    const exposed = headers["Access-Control-Expose-Headers"]?.split(", ");
    const expected = Object.keys(headers).filter((name) => /^(X-Rate|Rate|X-Request|X-API)/.test(name));
    expect(expected).toHaveLength(7);
    expect(exposed).toEqual(expect.arrayContaining(expected));
  });

  it("contain Retry-After only if the call was rejected", async () => {
    const rate = { limit: 600, remaining: 0, resetSeconds: 60, retryAfterSeconds: 4 };
    const { headers, json } = await callEcho({ rate, refusal: "too_many_requests" });
    expect(headers["Retry-After"]).toBe("4");
    expect(json["detail"]).toContain("4 s");
    expect((await callEcho()).headers).not.toHaveProperty("Retry-After");
  });
});

describe("a response that Lambda can't return", () => {
  const sized = (items: number) =>
    endpoint(
      endpointSpec({ response: z.object({ list: z.array(z.string()) }), failures: ["list_too_large"] }),
      async () => ({ list: Array.from({ length: items }, () => "0123456789") }),
    );

  it("a response that Lambda can't return is a failure with a reason", async () => {
    // An element takes 15 bytes of JSON in JSON, because its quotes are escaped.
    expect((await invoke(sized(390_000), { caller: CALLER })).status).toBe(200);
    expect(await invoke(sized(410_000), { caller: CALLER })).toMatchObject({
      status: 400,
      json: { code: "list_too_large", detail: expect.stringContaining("6.2 MB") },
    });
  });
});
