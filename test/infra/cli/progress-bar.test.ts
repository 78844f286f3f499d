import { describe, expect, it } from "vitest";
import { clearProgress, createApproximateBar, createProgressCounter } from "#infra/cli/progress-bar.ts";

function createTerminal(isInteractive: boolean) {
  const drawn: string[] = [];
  return {
    drawn,
    out: () => {},
    err: (text: string) => void drawn.push(text),
    read: async () => "",
    wait: async () => undefined,
    isInteractive,
  };
}

describe("a progress counter", () => {
  it("is drawn on one line of an interactive terminal, but not for every step", () => {
    const terminal = createTerminal(true);
    const report = createProgressCounter(terminal, "users");
    for (let done = 1_000; done < 1_100; done += 1) report(done);
    expect(terminal.drawn[0]).toBe("\r1,000 users … ");
    expect(terminal.drawn.length).toBeLessThan(100);
  });

  it("is not drawn if the terminal is not interactive", () => {
    const terminal = createTerminal(false);
    createProgressCounter(terminal, "users")(1);
    expect(terminal.drawn).toEqual([]);
  });
});

describe("an approximate progress bar", () => {
  it("is full only after it is finished", () => {
    const terminal = createTerminal(true);
    const bar = createApproximateBar(terminal, 10);
    bar.report(5);
    bar.report(12);
    expect(terminal.drawn.at(-1)).toMatch(/^\r\[#{27}-{3}\] 90 %$/);
    bar.finish();
    expect(terminal.drawn.at(-1)).toMatch(/^\r\[#{30}\] 100 %\n$/);
  });

  it("is cleared on an interactive terminal only", () => {
    const [interactive, piped] = [createTerminal(true), createTerminal(false)];
    for (const terminal of [interactive, piped]) clearProgress(terminal);
    expect([interactive.drawn, piped.drawn]).toEqual([["\r\u001b[K"], []]);
  });
});
