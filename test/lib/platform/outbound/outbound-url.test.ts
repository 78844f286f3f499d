import { expect, test } from "vitest";
import { findUrlProblem } from "#lib/platform/outbound/outbound-url.ts";

test.each([
  "https://example.com/hook",
  "https://example.com:8443/",
  "https://example.com:3000/a?b=c",
  "https://8.8.8.8/hook",
  "https://[2606:4700::1111]/hook",
  "https://example.com/{title}?a=%7B%7B",
])("%s is allowed", (url) => {
  expect(findUrlProblem(url, "public")).toBeUndefined();
});

test.each([
  ["example.com", "must be a URL"],
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
  expect(findUrlProblem(url, "public")).toContain(problem);
});

test("the operator can allow http and private addresses, but no passwords", () => {
  expect(findUrlProblem("http://127.0.0.1:4000/hook", "any")).toBeUndefined();
  expect(findUrlProblem("http://localhost/hook", "any")).toBeUndefined();
  expect(findUrlProblem("http://ann:pw@localhost/", "any")).toBeDefined();
  expect(findUrlProblem("file:///etc/passwd", "any")).toBeDefined();
});

test.each(["http://localhost:5232/ann/", "http://127.0.0.1/", "https://[::1]:8443/", "http://example.com/"])(
  "%s is in reach of loopback",
  (url) => {
    expect(findUrlProblem(url, "loopback")).toBeUndefined();
  },
);

test.each([
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "https://10.0.0.1:8443/",
  "http://127.0.0.2/",
  "http://[::ffff:127.0.0.1]/",
  "http://nas.local/",
  "http://localhost.localdomain/",
  "http://0.0.0.0/",
  "ftp://localhost/",
])("%s is not in reach of loopback", (url) => {
  expect(findUrlProblem(url, "loopback")).toBeDefined();
});
