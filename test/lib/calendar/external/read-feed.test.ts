import { beforeEach, expect, test, vi } from "vitest";
import { feedUrl } from "#lib/calendar/external/calendar-url.ts";
import { readFeed } from "#lib/calendar/external/read-feed.ts";
import { startHttpServer } from "#test/support/network/http-server.ts";

beforeEach(() => {
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
});

const startFeed = (status: number, headers: Record<string, string> = {}, body = "a feed") =>
  startHttpServer((_, response) => response.writeHead(status, headers).end(body));

test("a feed is read with its version, and the next request asks for changes", async () => {
  const version = { etag: 'W/"1"', "last-modified": "Wed, 05 Mar 2031 10:00:00 GMT" };
  const { url, received } = await startFeed(200, version);
  const { etag, "last-modified": lastModified } = version;
  const feed = await readFeed(`${url}/a.ics`, {});
  expect(feed).toEqual({ text: "a feed", etag, lastModified });
  await readFeed(`${url}/a.ics`, { etag, lastModified });
  expect(received[0]?.headers).not.toHaveProperty("if-none-match");
  expect(received[1]?.headers).toMatchObject({ "if-none-match": etag, "if-modified-since": lastModified });
});

test("a feed that has not changed is not read", async () => {
  const { url } = await startFeed(304, {}, "");
  expect(await readFeed(url, { etag: '"1"' })).toBeUndefined();
});

test.each([
  [401, "calendar_credentials_rejected"],
  [403, "calendar_credentials_rejected"],
  [404, "calendar_not_found"],
  [410, "calendar_not_found"],
  [429, "calendar_unreachable"],
  [500, "calendar_unreachable"],
  [503, "calendar_unreachable"],
  [400, "calendar_invalid"],
])("status %i means %s, and the failure has nothing of the response", async (status, code) => {
  const { url } = await startFeed(status, {}, "their text");
  const failure = await readFeed(url, {}).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code, message: code });
  expect(failure).not.toHaveProperty("cause");
});

test("a feed of more than 10 MB is too large, and one at a private address unreachable", async () => {
  const { url } = await startFeed(200, {}, "x".repeat(10_000_001));
  await expect(readFeed(url, {})).rejects.toMatchObject({ code: "calendar_too_large" });
  const { url: redirecting } = await startFeed(302, { location: "http://169.254.169.254/" });
  await expect(readFeed(redirecting, {})).rejects.toMatchObject({ code: "calendar_unreachable" });
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "0");
  await expect(readFeed(url, {})).rejects.toMatchObject({ code: "calendar_unreachable" });
});

test("webcal means https", () => {
  expect(feedUrl("webcal://example.com/a.ics?b=webcal:")).toBe("https://example.com/a.ics?b=webcal:");
  expect(feedUrl("WEBCALS://example.com/a.ics")).toBe("https://example.com/a.ics");
  expect(feedUrl("https://example.com/a.ics")).toBe("https://example.com/a.ics");
});
