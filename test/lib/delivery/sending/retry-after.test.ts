import { beforeEach, expect, test } from "vitest";
import { retryAfterSeconds } from "#lib/delivery/sending/retry.ts";
import { setClock } from "#lib/platform/clock.ts";

beforeEach(() => setClock(() => Date.UTC(2026, 0, 5, 9, 0, 0, 500)));

test.each([
  ["120", 120],
  ["0", 0],
  ["86401", 86_400],
  ["9".repeat(400), 86_400],
  ["Mon, 05 Jan 2026 09:02:00 GMT", 120],
  ["Monday, 05-Jan-26 09:02:00 GMT", 120],
  ["Mon Jan  5 09:02:00 2026", 120],
  ["Mon, 05 Jan 2026 09:00:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400],
])("Retry-After %s is %i s", (header, seconds) => {
  expect(retryAfterSeconds(header)).toBe(seconds);
});

test.each([
  undefined,
  "",
  "-1",
  "1.5",
  "1e3",
  "0x10",
  "soon",
  "120, 60",
  "2026-01-05T09:02:00Z",
  "Mon, 05 Jan 2026 09:02:00",
  "Mon, 99 Jan 2026 09:02:00 GMT",
  "Mon, 05 Jan 2026 08:59:59 GMT",
  "Sunday, 06-Nov-94 08:49:37 GMT",
])("Retry-After %s is ignored", (header) => {
  expect(retryAfterSeconds(header)).toBeUndefined();
});
