import type * as z from "zod";
import { issueText } from "#lib/http/issue-text.ts";
import { rejectLoneSurrogates } from "#lib/platform/reject-lone-surrogates.ts";
import { Rejection } from "./rejection.ts";

const CODE = "invalid_message";

/**
 * Reads the JSON text of a message.
 *
 * @throws {Rejection} that names every field that is wrong
 */
export function messageIn<M extends z.ZodType>(schema: M, body: string): z.output<M> {
  const { success, data, error } = schema.safeParse(jsonIn(body), { error: issueText });
  if (success) return data;
  const problems = error.issues.map(({ path, message }) =>
    [path.join("."), message].filter(Boolean).join(" "),
  );
  throw new Rejection(CODE, problems.join("; "));
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body, rejectLoneSurrogates);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Rejection(CODE, "is not JSON, or contains half a character");
    throw error;
  }
}
