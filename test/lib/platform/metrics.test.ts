import { expect, it, vi } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";

it("a security event is one line that CloudWatch reads as a metric of the stack, and contains only ids", () => {
  vi.stubEnv("STACK_NAME", "Almanac");
  setClock(() => 1_800_000_000_000);
  const lines = captureLines();
  logSecurityEvent({ kind: "code.reused", clientId: "c", userId: 7, grantId: "g" });
  expect(lines()).toEqual([
    {
      level: "warn",
      event: "security",
      kind: "code.reused",
      clientId: "c",
      userId: 7,
      grantId: "g",
      stackName: "Almanac",
      "code.reused": 1,
      _aws: {
        Timestamp: 1_800_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: "Almanac",
            Dimensions: [["stackName"]],
            Metrics: [{ Name: "code.reused", Unit: "Count" }],
          },
        ],
      },
    },
  ]);
});
