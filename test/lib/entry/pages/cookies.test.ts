import { expect, test } from "vitest";
import { newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { setCookies, textIn, tokenIn } from "#lib/entry/pages/cookies.ts";
import { noticeIn, noticeText } from "#lib/entry/pages/notice.ts";
import { gatewayEvent } from "#test/support/calls/gateway-event.ts";

const token = newBrowserToken();

function eventTo(domainName: string, ...cookies: string[]) {
  const event = gatewayEvent("GET /auth/oauth2/authorize");
  const requestContext = { ...event.requestContext, domainName };
  return { ...event, requestContext, multiValueHeaders: { cookie: cookies } };
}

test("a cookie of a deployed service is bound to its host and https, and not available to scripts and cross-site forms", () => {
  expect(setCookies(eventTo("api.example.com"), { session: token })).toEqual([
    `__Host-almanac-session=${token}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ]);
});

test("a cookie without the prefix __Host- is accepted only on loopback", () => {
  const sent = `almanac-session=${token}`;
  expect(tokenIn(eventTo("api.example.com", sent), "session")).toBeUndefined();
  expect(tokenIn(eventTo("127.0.0.1", sent), "session")).toBe(token);
  expect(setCookies(eventTo("localhost"), { session: token })).toHaveLength(2);
});

test("a session cookie ends with the browser, a device cookie stays, and a deleted cookie expires immediately", () => {
  const event = eventTo("api.example.com");
  expect(setCookies(event, { session: token })[0]).not.toContain("Max-Age");
  expect(setCookies(event, { device: token })[0]).toContain("; Max-Age=34560000;");
  expect(setCookies(event, { notice: "bm90aWNl" })[0]).toContain("; Max-Age=60;");
  expect(setCookies(event, { session: null })[0]).toContain("__Host-almanac-session=; ");
  expect(setCookies(event, { session: null })[0]).toContain("; Max-Age=0;");
});

test("on loopback, a second cookie has neither the prefix nor Secure", () => {
  expect(setCookies(eventTo("localhost"), { notice: "bm90aWNl" })[1]).toBe(
    "almanac-notice=bm90aWNl; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
  );
});

test("a cookie is found among others, and ignored if its value is not a token", () => {
  const name = "__Host-almanac-session";
  expect(tokenIn(eventTo("a.example", "a=b; c", `x=y;${name}=${token} ; z`), "session")).toBe(token);
  for (const value of ["", "short", `${token}=`, `${token}x`, "'; DROP"])
    expect(tokenIn(eventTo("a.example", `${name}=${value}`), "session")).toBeUndefined();
});

test("of several cookies with the same name the first one counts, also in several headers", () => {
  const name = "__Host-almanac-session";
  const other = newBrowserToken();
  const event = eventTo("a.example", `${name}=${token}; ${name}=${other}`, `${name}=${other}`);
  expect(tokenIn(event, "session")).toBe(token);
});

test("hostile names and values are only text", () => {
  const name = "__Host-almanac-session";
  const hostile = ["__proto__=x", "constructor=x", "=x", "%=%", "a=%E0%A4%A", 'b="', "c=\\", "d", ";", ","];
  expect(tokenIn(eventTo("a.example", ...hostile, `${name}=${token}`, ...hostile), "session")).toBe(token);
  expect(tokenIn(eventTo("a.example", hostile.join(";")), "session")).toBeUndefined();
  for (const value of ["%", `"${token}"`, `%22${token}`, `${token}%00`, `${token}%3B`])
    expect(tokenIn(eventTo("a.example", `${name}=${value}`), "session")).toBeUndefined();
  expect(textIn(eventTo("a.example", "__Host-almanac-notice=%E0%A4%A"), "notice")).toBe("%E0%A4%A");
  expect(Object.prototype).not.toHaveProperty("x");
});

test("the longest notice fits into a cookie, which has at most 4,096 bytes", () => {
  const notice = {
    kind: "problem",
    text: "€".repeat(10_000),
    email: `${"a".repeat(242)}@example.com`,
  } as const;
  const [line = ""] = setCookies(eventTo("a.example"), { notice: noticeText(notice) });
  expect(line.length).toBeLessThanOrEqual(4096);
  const [sent = ""] = line.split(";");
  expect(noticeIn(textIn(eventTo("a.example", sent), "notice"))?.text).toBe("€".repeat(500));
});
