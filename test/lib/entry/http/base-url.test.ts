import { expect, it, vi } from "vitest";
import { handler as catalog } from "#functions/documents/api-catalog.ts";
import { handler as page } from "#functions/documents/page.ts";
import { baseUrlOf } from "#lib/entry/http/base-url.ts";
import { addressOf } from "#lib/entry/http/links.ts";
import { addressOf as pageAddress } from "#lib/entry/pages/html-forms.ts";
import { visitOf } from "#lib/entry/pages/visit.ts";
import { gatewayEvent } from "#test/support/calls/gateway-event.ts";
import { invoke } from "#test/support/calls/invoke.ts";

const requestContext = { domainName: "abc.execute-api.eu-west-1.amazonaws.com", stage: "v1" };

it.each([
  [{}, "https://abc.execute-api.eu-west-1.amazonaws.com/v1"],
  [{ Host: "api.example.com", "X-Forwarded-Proto": "https" }, "https://api.example.com/v1"],
  [{ host: "127.0.0.1:3000", "X-Forwarded-Proto": "http" }, "http://127.0.0.1:3000/v1"],
])("the address of the service is that of the request: %j", (headers, url) => {
  expect(baseUrlOf({ headers, requestContext })).toBe(url);
});

it("the address of the service is the operator's setting", () => {
  vi.stubEnv("SERVICE_URL", "https://meet.example.com/api");
  expect(baseUrlOf({ headers: { Host: "api.example.com" }, requestContext })).toBe(
    "https://meet.example.com/api",
  );
});

it("every address in a response starts with the operator's setting", async () => {
  vi.stubEnv("SERVICE_URL", "https://meet.example.com/api");
  const event = gatewayEvent("GET /webhooks/{id}/deliveries", { path: { id: "a b" } });
  expect(addressOf(event, []).url).toBe("https://meet.example.com/api/webhooks/a%20b/deliveries");
  const visit = visitOf(gatewayEvent("GET /auth/oauth2/authorize"));
  expect(pageAddress(visit, "/account")).toBe("/api/account");
  expect((await invoke(catalog)).text).toContain('"https://meet.example.com/api/openapi.json"');
  expect((await invoke(page)).text).toContain('src="/api/docs/reference.js"');
});
