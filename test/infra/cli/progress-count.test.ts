import { describe, expect, it } from "vitest";
import { progressCount } from "#infra/cli/progress-bar.ts";

function terminalThat(isWatched: boolean) {
  const drawn: string[] = [];
  return {
    drawn,
    out: () => {},
    err: (text: string) => void drawn.push(text),
    read: async () => "",
    isWatched,
  };
}

describe("a count of what is done", () => {
  it("is drawn on one line where somebody watches, not for every step", () => {
    const terminal = terminalThat(true);
    const tell = progressCount(terminal, "users");
    for (let done = 1_000; done < 1_100; done += 1) tell(done);
    expect(terminal.drawn[0]).toBe("\r1,000 users … ");
    expect(terminal.drawn.length).toBeLessThan(100);
  });

  it("is not drawn where nobody watches", () => {
    const terminal = terminalThat(false);
    progressCount(terminal, "users")(1);
    expect(terminal.drawn).toEqual([]);
  });
});
