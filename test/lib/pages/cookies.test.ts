import { expect, test } from "vitest";
import { newBrowserToken } from "#lib/pages/browser-token.ts";
import { setCookie, tokenIn } from "#lib/pages/cookies.ts";
import { gatewayEvent } from "#test/support/calls/gateway-event.ts";

const token = newBrowserToken();

function eventTo(domainName: string, ...cookies: string[]) {
  const event = gatewayEvent("GET /auth/oauth2/authorize");
  const requestContext = { ...event.requestContext, domainName };
  return { ...event, requestContext, multiValueHeaders: { cookie: cookies } };
}

test("a cookie of a deployed service is bound to its host and https, and not available to scripts and cross-site forms", () => {
  expect(setCookie(eventTo("api.example.com"), "session", token)).toEqual([
    `__Host-almanac-session=${token}; Path=/; HttpOnly; SameSite=Lax; Secure`,
  ]);
});

test("a cookie without the prefix __Host- is accepted only on loopback", () => {
  const sent = `almanac-session=${token}`;
  expect(tokenIn(eventTo("api.example.com", sent), "session")).toBeUndefined();
  expect(tokenIn(eventTo("127.0.0.1", sent), "session")).toBe(token);
  expect(setCookie(eventTo("localhost"), "session", token)).toHaveLength(2);
});

test("a session cookie ends with the browser, a device cookie stays, and a deleted cookie expires immediately", () => {
  const event = eventTo("api.example.com");
  expect(setCookie(event, "session", token)[0]).not.toContain("Max-Age");
  expect(setCookie(event, "device", token)[0]).toContain("; Max-Age=34560000;");
  expect(setCookie(event, "notice", "bm90aWNl")[0]).toContain("; Max-Age=60;");
  expect(setCookie(event, "session", null)[0]).toContain("__Host-almanac-session=; ");
  expect(setCookie(event, "session", null)[0]).toContain("; Max-Age=0;");
});

test("a cookie is found among others, and ignored if its value is not a token", () => {
  const name = "__Host-almanac-session";
  expect(tokenIn(eventTo("a.example", "a=b; c", `x=y;${name}=${token} ; z`), "session")).toBe(token);
  for (const value of ["", "short", `${token}=`, `${token}x`, "'; DROP"])
    expect(tokenIn(eventTo("a.example", `${name}=${value}`), "session")).toBeUndefined();
});
