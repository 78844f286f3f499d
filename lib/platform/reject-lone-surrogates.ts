/**
 * A reviver for `JSON.parse` that refuses half a surrogate pair, such as "\ud800": it is JSON but no text, so nothing can
 * keep or send it (RFC 7493 §2.1).
 *
 * @throws {SyntaxError}
 */
export function rejectLoneSurrogates(name: string, value: unknown): unknown {
  if (name.isWellFormed() && (typeof value !== "string" || value.isWellFormed())) return value;
  throw new SyntaxError("a lone surrogate");
}

/** Whether JSON may contain half a surrogate pair, as a character or escaped. To check that takes less time than a reviver does. */
export const mayHaveLoneSurrogates = (json: string): boolean =>
  !json.isWellFormed() || /\\u[dD][89a-fA-F]/.test(json);
