import { expect, test } from "vitest";
import { faultIn } from "./require-clean-log.ts";

const line = (event: string, fields: object): string => JSON.stringify({ level: "info", event, ...fields });

test.each([
  ["a secret", line("breaker closed", { webhookId: `sk_${"x".repeat(43)}` }), "a secret"],
  ["a reset link", `GET /v1/account/reset?token=pr_7_${"x".repeat(43)}`, "a secret"],
  ["an email address", line("breaker closed", { webhookId: "ann@example.com" }), "about people"],
  ["a name", "Error: no room for Ann Booker", "about people"],
  ["an IP address", line("breaker closed", { webhookId: "10.0.0.1" }), "about people"],
  ["an event that is not declared", line("breaker gone", {}), "the event breaker gone"],
  ["a field that is not declared", line("breaker closed", { webhookId: "w", url: 1 }), "with url"],
  ["a field of another type", line("breaker closed", { webhookId: 1 }), "with webhookId"],
  ["a line without a required field", line("breaker closed", {}), "without webhookId"],
])("rejects a log with %s", (_, text, fault) => expect(faultIn(text)).toContain(fault));

test("accepts declared lines, with metrics, and the output of a runtime", () => {
  const metric = { stackName: "Almanac", "webhook.breaker_opened": 1, _aws: { Timestamp: 1 } };
  expect(faultIn(line("breaker opened", { webhookId: "w", ...metric }))).toBeUndefined();
  expect(faultIn("    at handler (file:///var/task/index.mjs:1:23)")).toBeUndefined();
});
