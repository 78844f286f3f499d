import { expect, test } from "vitest";
import * as z from "zod";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

const form = pageEndpoint(
  { ...endpointSpec({ route: "POST /auth/oauth2/sign-in" }), input: { body: z.unknown() } },
  async () => ({ redirectTo: "/" }),
);

async function isAccepted(headers: Record<string, string>, domainName = "api.example.com"): Promise<boolean> {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const event = gatewayEvent(form.spec.route, {
    headers: { Host: domainName, ...type, ...headers },
    body: "",
  });
  const requestContext = { ...event.requestContext, domainName };
  const { statusCode } = await form({ ...event, requestContext }, LAMBDA_CONTEXT);
  expect([303, 403]).toContain(statusCode);
  return statusCode === 303;
}

test.each<Record<string, string>>([
  { Origin: "https://api.example.com" },
  { Origin: "https://api.example.com", "Sec-Fetch-Site": "same-origin" },
  { Origin: "null", "sec-fetch-site": "same-origin" },
  { Origin: "null", "Sec-Fetch-Site": "none" },
])("a form of an own page is accepted, even if the browser sends the origin null: %o", async (headers) => {
  expect(await isAccepted(headers)).toBe(true);
});

test("a form of an own page is accepted on loopback", async () => {
  const headers = { Host: "127.0.0.1:3000", "X-Forwarded-Proto": "http", Origin: "http://127.0.0.1:3000" };
  expect(await isAccepted(headers, "127.0.0.1")).toBe(true);
});

test("a request without an origin is accepted, because only browsers send one", async () => {
  expect(await isAccepted({})).toBe(true);
});

test.each<Record<string, string>>([
  { Origin: "https://evil.example" },
  { origin: "https://evil.example" },
  { Origin: "https://api.example.com.evil.example" },
  { Origin: "http://api.example.com" },
  { Origin: "https://api.example.com:444" },
  { Origin: "null" },
  { Origin: "null", "Sec-Fetch-Site": "cross-site" },
  { Origin: "https://api.example.com", "Sec-Fetch-Site": "cross-site" },
  { Origin: "https://api.example.com", "Sec-Fetch-Site": "same-site" },
])("a form with %o is rejected", async (headers) => {
  expect(await isAccepted(headers)).toBe(false);
});
