import { beforeEach, describe, expect, it, vi } from "vitest";
import { fallback } from "#lib/entry/http/fallback.ts";
import { gatewayEvent, REQUEST_ID } from "#test/support/calls/gateway-event.ts";
import { captureLines, readReply } from "#test/support/calls/invoke.ts";
import { gatewaySpec } from "#test/support/calls/specs.ts";

const handler = fallback(gatewaySpec("fallback"));
const ask = async (route: string, path?: Record<string, string>) =>
  readReply(await handler(gatewayEvent(route, { body: { secret: 1 }, ...(path && { path }) })));

let lines = captureLines();
beforeEach(() => {
  lines = captureLines();
  vi.stubEnv("PATHS_BY_METHODS", JSON.stringify({ "GET, HEAD, PATCH": ["/things/{id}"], GET: ["/teams"] }));
});

describe("a request that matches no endpoint", () => {
  it("is 405 with the allowed methods of a known path", async () => {
    const { status, headers, json } = await ask("PUT /things/{id}");
    expect([status, headers["Allow"], json["code"]]).toEqual([405, "GET, HEAD, PATCH", "method_not_allowed"]);
    expect(json["instance"]).toBe("/things/id");
  });

  it.each([
    ["GET", "text/html,application/xhtml+xml,*/*;q=0.8", 302],
    ["HEAD", "text/html", 302],
    ["POST", "text/html", 404],
    ["GET", "*/*", 404],
    ["GET", "application/json", 404],
    ["GET", "text/html;q=0, application/json", 404],
  ])(
    "redirects a browser from the root to the docs page: %s with Accept %s is %i",
    async (method, Accept, status) => {
      const reply = await handler(gatewayEvent(`${method} /`, { headers: { Accept } }));
      expect(reply.statusCode).toBe(status);
      expect(reply.headers["Location"]).toBe(status === 302 ? "/v1/docs" : undefined);
      expect(lines().at(-1)).toMatchObject({ status, endpoint: "fallback" });
    },
  );

  it("is an error for a browser on every other path", async () => {
    const reply = await handler(gatewayEvent("GET /{proxy+}", { headers: { Accept: "text/html" } }));
    expect(reply.statusCode).toBe(404);
  });

  it("is 404 on any other path", async () => {
    for (const route of ["GET /{proxy+}", "GET /", "GET /constructor", "GET /__proto__"]) {
      const { status, headers, json } = await ask(route);
      expect([status, headers["Allow"], json["code"]]).toEqual([404, undefined, "not_found"]);
    }
  });

  it.each([
    ["GET", "v2/bookings", "This service has version 1 of its API only, under /v1."],
    ["POST", "api/v2/bookings/abc/cancel", "This service has version 1 of its API only, under /v1."],
    ["GET", "selected-calendars", "Connect calendars with POST /calendar-connections"],
    ["DELETE", "custom-inputs/5", "Send bookingFields with PATCH /event-types/{id}."],
    ["GET", "bookings/5/transcripts/7", "This service does not record meetings."],
  ])("is 404 with what to use instead: %s %s", async (method, proxy, hint) => {
    const { status, json } = await ask(`${method} /{proxy+}`, { proxy });
    expect([status, json["code"]]).toEqual([404, "not_found"]);
    expect(json["detail"]).toContain(`No such endpoint. ${hint}`);
    expect(json["message"]).toBe(json["detail"]);
  });

  it.each(["v2x/bookings", "custom-inputs-2", "bookings/5", "vv2", "recordings", ""])(
    "is 404 without a hint for an unknown path: %j",
    async (proxy) => {
      const { json } = await ask("GET /{proxy+}", { proxy });
      expect(json["detail"]).toBe("No such endpoint. See /v1/docs.");
    },
  );

  it("is 405 with what to use instead", async () => {
    const { status, json } = await ask("POST /teams");
    expect([status, json["detail"]]).toEqual([
      405,
      "Method not allowed. Allowed methods: GET. Operators create teams on the command line: npm run admin -- teams create.",
    ]);
    expect((await ask("PUT /teams")).json["detail"]).toBe("Method not allowed. Allowed methods: GET.");
  });

  it("returns a problem document, and is logged without its body", async () => {
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
