/** Exit codes of the command line, and their meanings. */
export const EXIT_CODES = {
  done: { code: 0, meaning: "done" },
  failed: {
    code: 1,
    meaning:
      "failed, with code and message on standard error; or `doctor`, `backfill`, `redrive` or `erase` found problems",
  },
  misused: { code: 2, meaning: "invalid arguments; nothing was done" },
} as const;
