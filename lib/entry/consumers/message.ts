import type * as z from "zod";
import { issueText } from "#lib/entry/http/issue-text.ts";
import { mayHaveLoneSurrogates, rejectLoneSurrogates } from "#lib/platform/reject-lone-surrogates.ts";

const CODE = "invalid_message";

/**
 * Parses the JSON text of a message.
 *
 * @throws {Rejection} with all invalid fields
 */
export function parseMessage<M extends z.ZodType>(schema: M, body: string): z.output<M> {
  const { success, data, error } = schema.safeParse(parseJson(body), { error: issueText });
  if (success) return data;
  const problems = error.issues.map(({ path, message }) =>
    [path.join("."), message].filter(Boolean).join(" "),
  );
  throw new Rejection(CODE, problems.join("; "));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body, mayHaveLoneSurrogates(body) ? rejectLoneSurrogates : undefined);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Rejection(CODE, "is not JSON, or contains half a character");
    throw error;
  }
}

/** Characters that SQS does not accept in an attribute, and lone surrogates. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/gu;
const LONGEST_REASON = 1_000;

/**
 * A message that can never succeed. `code` is for programs. `detail` is for people; it may contain parts of the message, so it is
 * never logged.
 */
export class Rejection extends Error {
  readonly code: string;
  /** Code and detail in one line, short enough for a message attribute. */
  readonly reason: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
    this.reason = `${code}: ${detail.replace(UNPRINTABLE, "?")}`.slice(0, LONGEST_REASON).toWellFormed();
  }
}
