/** Characters SQS does not take in an attribute, and lone surrogates, which are no text at all. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/gu;
const LONGEST = 1_000;

/**
 * A message that can never be right, however often it is tried. `code` is a word for programs; `detail` is for people and
 * may quote the message, so it is never logged.
 */
export class Rejection extends Error {
  readonly code: string;
  /** Code and detail in one line of text, as it fits into a message attribute. */
  readonly reason: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
    this.reason = `${code}: ${detail.replace(UNPRINTABLE, "?")}`.slice(0, LONGEST).toWellFormed();
  }
}
