import { beforeEach, describe, expect, it, vi } from "vitest";
import { fallback } from "#lib/http/fallback.ts";
import { gatewayEvent, REQUEST_ID } from "#test/support/gateway-event.ts";
import { answered, captureLines } from "#test/support/invoke.ts";
import { gatewaySpec } from "#test/support/specs.ts";

const handler = fallback(gatewaySpec("fallback"));
const ask = async (route: string) => answered(await handler(gatewayEvent(route, { body: { secret: 1 } })));

let lines = captureLines();
beforeEach(() => {
  lines = captureLines();
  vi.stubEnv("PATHS_BY_METHODS", JSON.stringify({ "GET, HEAD, PATCH": ["/things/{id}"] }));
});

describe("a request no endpoint takes", () => {
  it("is 405 with the methods a known path takes", async () => {
    const { status, headers, json } = await ask("PUT /things/{id}");
    expect([status, headers["Allow"], json["code"]]).toEqual([405, "GET, HEAD, PATCH", "method_not_allowed"]);
    expect(json["instance"]).toBe("/things/id");
  });

  it("is 404 on any other path, whatever it is called", async () => {
    for (const route of ["GET /{proxy+}", "GET /", "GET /constructor", "GET /__proto__"]) {
      const { status, headers, json } = await ask(route);
      expect([status, headers["Allow"], json["code"]]).toEqual([404, undefined, "not_found"]);
    }
  });

  it("is answered as every error is, and logged without its body", async () => {
    const { headers, json } = await ask("GET /{proxy+}");
    expect(headers).toMatchObject({
      "Content-Type": "application/problem+json",
      "X-Request-Id": REQUEST_ID,
      "Access-Control-Allow-Origin": "*",
    });
    expect(json["requestId"]).toBe(REQUEST_ID);
    expect(lines()).toEqual([expect.objectContaining({ requestId: REQUEST_ID, status: 404 })]);
    expect(JSON.stringify(lines())).not.toContain("secret");
  });
});
