import { expect, test } from "vitest";
import { isFromOwnPage } from "#lib/pages/own-origin.ts";
import { gatewayEvent } from "#test/support/calls/gateway-event.ts";

function isAccepted(headers: Record<string, string>, domainName = "api.example.com"): boolean {
  const event = gatewayEvent("POST /auth/oauth2/sign-in", { headers: { Host: domainName, ...headers } });
  return isFromOwnPage({ ...event, requestContext: { ...event.requestContext, domainName } });
}

test("a form of an own page is accepted, even if the browser sends the origin null", () => {
  expect(isAccepted({ Origin: "https://api.example.com" })).toBe(true);
  expect(isAccepted({ Origin: "https://api.example.com", "Sec-Fetch-Site": "same-origin" })).toBe(true);
  expect(isAccepted({ Origin: "null", "sec-fetch-site": "same-origin" })).toBe(true);
  expect(isAccepted({ Origin: "null", "Sec-Fetch-Site": "none" })).toBe(true);
  expect(
    isAccepted(
      { Host: "127.0.0.1:3000", "X-Forwarded-Proto": "http", Origin: "http://127.0.0.1:3000" },
      "127.0.0.1",
    ),
  ).toBe(true);
});

test("a request without an origin is accepted, because only browsers send one", () => {
  expect(isAccepted({})).toBe(true);
});

test.each<Record<string, string>>([
  { Origin: "https://evil.example" },
  { Origin: "https://api.example.com.evil.example" },
  { Origin: "http://api.example.com" },
  { Origin: "https://api.example.com:444" },
  { Origin: "null" },
  { Origin: "null", "Sec-Fetch-Site": "cross-site" },
  { Origin: "https://api.example.com", "Sec-Fetch-Site": "cross-site" },
  { Origin: "https://api.example.com", "Sec-Fetch-Site": "same-site" },
])("a form with %o is rejected", (headers) => {
  expect(isAccepted(headers)).toBe(false);
});
