import { describe, expect, it } from "vitest";
import { barAbout, progressCount, wipeProgress } from "#infra/cli/progress-bar.ts";

function terminalThat(isWatched: boolean) {
  const drawn: string[] = [];
  return {
    drawn,
    out: () => {},
    err: (text: string) => void drawn.push(text),
    read: async () => "",
    wait: async () => undefined,
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

describe("a bar of about so many steps", () => {
  it("is full at its end, and not before", () => {
    const terminal = terminalThat(true);
    const bar = barAbout(terminal, 10);
    bar.tell(5);
    bar.tell(12);
    expect(terminal.drawn.at(-1)).toMatch(/^\r\[#{27}-{3}\] 90 %$/);
    bar.end();
    expect(terminal.drawn.at(-1)).toMatch(/^\r\[#{30}\] 100 %\n$/);
  });

  it("is wiped where somebody watches, so that what follows has a line of its own", () => {
    const [watched, piped] = [terminalThat(true), terminalThat(false)];
    for (const terminal of [watched, piped]) wipeProgress(terminal);
    expect([watched.drawn, piped.drawn]).toEqual([["\r\u001b[K"], []]);
  });
});
