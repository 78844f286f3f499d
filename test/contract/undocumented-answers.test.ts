import { describe, expect, it } from "vitest";
import { API_VERSION } from "#lib/entry/http/version.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { API_DOCUMENT, requireDocumented } from "#test/support/documents/api-document.ts";

const REQUEST = { method: "GET", path: "/event-types/3?take=1" };
const RATE = {
  ratelimit: '"default";r=1;t=1',
  "ratelimit-policy": '"default";q=1;w=60',
  "x-ratelimit-limit": "1",
  "x-ratelimit-remaining": "1",
  "x-ratelimit-reset": "1",
};
const responses = API_DOCUMENT.paths["/event-types/{id}"]?.["get"]?.responses["200"];
const { example } = (responses as { content: Record<string, { example: Record<string, unknown> }> }).content[
  "application/json"
] ?? { example: {} };

/** The response of the document's example, with these changes. */
const response = (changes: Partial<ApiResponse> = {}): ApiResponse => ({
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8", ...shared, ...RATE },
  text: JSON.stringify(example),
  json: example,
  ...changes,
});
const shared = { "x-request-id": "1", "x-api-version": API_VERSION, vary: "Authorization, X-Api-Key" };

describe("every response in a test", () => {
  it("is accepted if it is as the document says", () => {
    expect(() => requireDocumented(REQUEST, response())).not.toThrow();
  });

  it.each<[string, Partial<ApiResponse>]>([
    ["a status that is not declared", { status: 418 }],
    ["a body that is not declared", { json: { event_type: { ...example, id: "three" } } }],
    ["a media type that is not declared", { headers: { ...shared, "content-type": "text/html" } }],
    ["no request id", { headers: { ...RATE, "content-type": "application/json", "x-api-version": "1" } }],
    ["no body", { json: {} }],
  ])("fails the test with %s", (_, changes) => {
    expect(() => requireDocumented(REQUEST, response(changes))).toThrow("docs/openapi.json");
  });

  it("at an alias of a page must be as the operation of the page", () => {
    const request = { method: "GET", path: "/auth/oauth2/consent?client_id=1" };
    const headers = { ...shared, "content-type": "text/html; charset=utf-8" };
    const page = { headers, text: "<!doctype html>", json: {} };
    expect(() => requireDocumented(request, response(page))).not.toThrow();
    expect(() => requireDocumented(request, response({ ...page, status: 418 }))).toThrow("oauth.authorize");
  });

  it("must be 404 for an unknown path and 405 for an unknown method", () => {
    expect(() => requireDocumented({ method: "GET", path: "/nothing" }, response())).toThrow("404");
    expect(() => requireDocumented({ method: "PUT", path: "/event-types/3" }, response())).toThrow("405");
  });
});
