/** Exit codes of the command line, and what each says. */
export const EXIT_CODES = {
  done: { code: 0, says: "done" },
  failed: {
    code: 1,
    says: "failed, with code and message on standard error; or not all is well, as the answer says: of `doctor`, `backfill`, `redrive`",
  },
  misused: { code: 2, says: "typed wrongly; nothing was done" },
} as const;
