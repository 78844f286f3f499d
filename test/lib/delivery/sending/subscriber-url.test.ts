import { expect, test } from "vitest";
import { SubscriberUrl } from "#lib/delivery/sending/subscriber-url.ts";

test.each(["https://example.com/{{title}}", "https://{{host}}.example.com/"])(
  "%s is rejected, because only templates have placeholders",
  (url) => {
    expect(SubscriberUrl.safeParse(url).error?.issues[0]?.message).toContain('must not contain "{{"');
  },
);

test("a URL has at most 2,048 characters", () => {
  const url = "https://example.com/".padEnd(2_048, "a");
  expect(SubscriberUrl.safeParse(url).success).toBe(true);
  expect(SubscriberUrl.safeParse(`${url}a`).success).toBe(false);
});
