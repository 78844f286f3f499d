import { describe, expect, it } from "vitest";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { captureLines } from "#test/support/calls/invoke.ts";

describe("a log line", () => {
  it("is one line of JSON that starts with its level and event", () => {
    const lines = captureLines();
    log("info", "breaker closed", { webhookId: "w" });
    expect(lines()).toEqual([{ level: "info", event: "breaker closed", webhookId: "w" }]);
  });

  it("does not compile with an event, field or metric that is not declared", () => {
    const people = { webhookId: "w", email: "ann@example.com" };
    // @ts-expect-error there is no such event
    log("info", "breaker gone", { webhookId: "w" });
    // @ts-expect-error the event has no such field
    log("info", "breaker closed", { webhookId: "w", email: "ann@example.com" });
    // @ts-expect-error nor if it is spread with others
    log("info", "breaker closed", { ...people });
    // @ts-expect-error a field is missing
    log("info", "breaker closed", {});
    // @ts-expect-error a field is of another type
    log("info", "breaker closed", { webhookId: 1 });
    // @ts-expect-error the event has no such metric
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

  it("are empty without values", () => {
    expect(metrics({})).toEqual({});
  });
});
