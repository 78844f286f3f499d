/**
 * A reviver for `JSON.parse` that rejects a lone surrogate, such as "\ud800": it is valid JSON but not valid Unicode, so it can't be stored or
 * sent (RFC 7493 §2.1).
 *
 * @throws {SyntaxError}
 */
export function rejectLoneSurrogates(name: string, value: unknown): unknown {
  if (name.isWellFormed() && (typeof value !== "string" || value.isWellFormed())) return value;
  throw new SyntaxError("a lone surrogate");
}

/** Whether JSON may contain a lone surrogate, as a character or escaped. This check takes less time than a reviver. */
export const mayHaveLoneSurrogates = (json: string): boolean =>
  !json.isWellFormed() || /\\u[dD][89a-fA-F]/.test(json);
