import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type Content, contentEndpoint } from "#lib/entry/http/content-endpoint.ts";
import type { EndpointHandler } from "#test/support/calls/invoke.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

/** An endpoint that returns this content. */
const endpointOf = (content: Content, mediaType = "text/html"): EndpointHandler => {
  const spec = endpointSpec({ route: "GET /page", scopes: "public", permissions: [] });
  return contentEndpoint({ ...spec, mediaType, response: z.string() } as never, async () => content);
};

const ask = async (content: Content, headers: Record<string, string> = {}, mediaType?: string) => {
  return invoke(endpointOf(content, mediaType), { headers });
};

describe("a page", () => {
  it("can only do what its policy allows, and can't be framed", async () => {
    const { status, headers, text } = await ask({ body: "<p>Hello", policy: { "img-src": ["'self'"] } });
    expect([status, text]).toEqual([200, "<p>Hello"]);
    expect(headers).toMatchObject({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self'",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "X-Request-Id": expect.any(String),
    });
  });

  it("may have another status and further headers", async () => {
    const location = { Location: "https://app.example.com/?code=1" };
    const { status, headers } = await ask({ statusCode: 303, body: "", headers: location });
    expect([status, headers["Location"], headers["ETag"]]).toEqual([303, location.Location, undefined]);
  });
});

describe("content", () => {
  it("has an entity tag, and is not sent again to a client that has it", async () => {
    const first = await ask({ body: "one" });
    const tag = first.headers["ETag"] ?? "";
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const again = await ask({ body: "one" }, { "If-None-Match": tag });
    expect([again.status, again.text, again.headers["ETag"]]).toEqual([304, "", tag]);
    expect((await ask({ body: "two" }, { "If-None-Match": tag })).status).toBe(200);
  });

  it("has no tag if it may not be cached", async () => {
    const { headers } = await ask({ body: "secret", headers: { "Cache-Control": "no-store" } });
    expect(headers).not.toHaveProperty("ETag");
  });

  it("has the media type of its spec", async () => {
    const { headers, text } = await ask({ body: "plain" }, { Accept: "text/*" }, "text/plain");
    expect([headers["Content-Type"], text]).toEqual(["text/plain; charset=utf-8", "plain"]);
    expect((await ask({ body: "plain" }, { Accept: "application/json" }, "text/plain")).status).toBe(406);
  });

  it("may depend on the address of the API and the headers of the request", async () => {
    const spec = endpointSpec({ route: "GET /page", scopes: "public", permissions: [] });
    const handler = contentEndpoint(
      { ...spec, mediaType: "text/plain", response: z.string() } as never,
      async ({ baseUrl, header }) => ({ body: `${baseUrl} ${header("cookie")}` }),
    );
    const { text } = await invoke(handler, { headers: { Cookie: "a=b", Host: "api.example.com" } });
    expect(text).toBe("https://api.example.com/v1 a=b");
  });
});
