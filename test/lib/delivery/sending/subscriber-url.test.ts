import { expect, test } from "vitest";
import { findUrlProblem, SubscriberUrl } from "#lib/delivery/sending/subscriber-url.ts";

test.each([
  "https://example.com/hook",
  "https://example.com:8443/",
  "https://example.com:3000/a?b=c",
  "https://8.8.8.8/hook",
  "https://[2606:4700::1111]/hook",
  "https://example.com/{title}?a=%7B%7B",
])("%s is allowed", (url) => {
  expect(findUrlProblem(url, false)).toBeUndefined();
});

test.each([
  ["example.com", "must be a URL"],
  ["https://example.com/{{title}}", 'must not contain "{{"'],
  ["https://{{host}}.example.com/", 'must not contain "{{"'],
  ["https://exam\tple.com/hook", "must not contain control characters"],
  ["https://example.com/ho\nok", "must not contain control characters"],
  ["https://example.com/hook\r\n", "must not contain control characters"],
  ["https://example.com/\u0000", "must not contain control characters"],
  ["https://example.com/\u007f", "must not contain control characters"],
  ["https://example.com/\u0085", "must not contain control characters"],
  [" https://example.com/hook", "must not start or end with a space"],
  ["https://example.com/hook ", "must not start or end with a space"],
  ["http://example.com/", "must start with https://"],
  ["ftp://example.com/", "must start with https://"],
  ["https://ann@example.com/", "must not contain a user name or password"],
  ["https://ann:pw@example.com/", "must not contain a user name or password"],
  ["https://example.com:80/", "must use port 443"],
  ["https://example.com:22/", "must use port 443"],
  ["https://example.com:6379/", "must use port 443"],
  ["https://127.0.0.1/", "must be a public address"],
  ["https://0x7f.1/", "must be a public address"],
  ["https://2130706433/", "must be a public address"],
  ["https://[::1]/", "must be a public address"],
  ["https://[::ffff:127.0.0.1]/", "must be a public address"],
])("%j is rejected: %s", (url, problem) => {
  expect(findUrlProblem(url, false)).toContain(problem);
});

test("the operator can allow http and private addresses, but no passwords", () => {
  expect(findUrlProblem("http://127.0.0.1:4000/hook", true)).toBeUndefined();
  expect(findUrlProblem("http://localhost/hook", true)).toBeUndefined();
  expect(findUrlProblem("http://ann:pw@localhost/", true)).toBeDefined();
  expect(findUrlProblem("file:///etc/passwd", true)).toBeDefined();
});

test("a URL has at most 2,048 characters", () => {
  const url = "https://example.com/".padEnd(2_048, "a");
  expect(SubscriberUrl.safeParse(url).success).toBe(true);
  expect(SubscriberUrl.safeParse(`${url}a`).success).toBe(false);
});
