import { beforeEach, vi } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const START = Date.parse("2031-03-01T12:00:00Z");

/** Runs a table for the tests of one file that read calendars of servers on this machine. Each test starts at noon on 1 March 2031. */
export function useLocalCalendars(): {
  /** Moves the clock forward by a number of seconds. */
  advance: (seconds: number) => void;
} {
  useLocalTable();
  let now = START;
  beforeEach(() => {
    vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
    now = START;
    setClock(() => now);
  });
  return {
    advance: (seconds) => {
      now += seconds * 1_000;
    },
  };
}
