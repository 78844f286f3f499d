import { describe, expect, it } from "vitest";
import { handler as catalog } from "#functions/documents/api-catalog.ts";
import { handler as page } from "#functions/documents/page.ts";
import { addressOf } from "#lib/entry/http/links.ts";
import { addressOf as pageAddress } from "#lib/entry/pages/html-forms.ts";
import { visitOf } from "#lib/entry/pages/visit.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import type { EndpointHandler } from "#test/support/calls/invoke.ts";

/** The event of a call whose path has a trailing slash, which the gateway accepts. */
function slashed(route: string) {
  const { requestContext, ...event } = gatewayEvent(route);
  const path = `${event.path}/`;
  return { ...event, path, requestContext: { ...requestContext, path: `/v1${path}` } };
}

async function textOf(handler: EndpointHandler): Promise<string> {
  const reply = await handler(slashed(handler.spec.route), LAMBDA_CONTEXT);
  return String((reply as { body: string }).body);
}

describe("an address with a trailing slash", () => {
  it("has the same links of a list as without it", () => {
    expect(addressOf(slashed("GET /bookings"), []).url).toBe("https://api.example.com/v1/bookings");
  });

  it("has the same addresses of forms as without it", () => {
    const visit = visitOf(slashed("GET /auth/oauth2/authorize"));
    expect(pageAddress(visit, "/auth/oauth2/consent")).toBe("/v1/auth/oauth2/consent");
  });

  it("returns the same addresses of the documents as without it", async () => {
    expect(await textOf(catalog)).toContain('"https://api.example.com/v1/openapi.json"');
  });

  it("loads the script and the document of the docs page below the base URL", async () => {
    const html = await textOf(page);
    expect(html).toContain('src="/v1/docs/reference.js"');
    expect(html).toContain('data-url="/v1/openapi.json"');
  });
});
