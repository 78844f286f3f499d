import { describe, expect, it } from "vitest";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { captureLines } from "#test/support/calls/invoke.ts";

describe("a log line", () => {
  it("is one line of JSON that begins with its level and event", () => {
    const lines = captureLines();
    log("info", "breaker closed", { webhookId: "w" });
    expect(lines()).toEqual([{ level: "info", event: "breaker closed", webhookId: "w" }]);
  });

  it("that is not declared does not compile, nor does a field or metric that its event has not", () => {
    captureLines();
    const people = { webhookId: "w", email: "ann@example.com" };
    // @ts-expect-error there is no such event
    log("info", "breaker gone", { webhookId: "w" });
    // @ts-expect-error it has no such field
    log("info", "breaker closed", { webhookId: "w", email: "ann@example.com" });
    // @ts-expect-error nor when it comes along with others
    log("info", "breaker closed", { ...people });
    // @ts-expect-error a field is missing
    log("info", "breaker closed", {});
    // @ts-expect-error a field is of another type
    log("info", "breaker closed", { webhookId: 1 });
    // @ts-expect-error it is no such metric
    log("info", "breaker closed", { webhookId: "w", ...metrics({ "call.failed": 1 }) });
  });
});

describe("metrics of a line", () => {
  it("have the stack as their only dimension", () => {
    const { _aws } = metrics({ "call.failed": 1, "table.round_trips": 2 });
    expect(_aws?.CloudWatchMetrics).toMatchObject([
      {
        Dimensions: [["stackName"]],
        Metrics: [
          { Name: "call.failed", Unit: "Count" },
          { Name: "table.round_trips", Unit: "Count" },
        ],
      },
    ]);
  });

  it("are none where there is nothing to tell", () => {
    expect(metrics({})).toEqual({});
  });
});
