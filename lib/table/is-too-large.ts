import { cancellationReasons } from "./table-errors.ts";

/** Whether a write failed because an item would be larger than the 400 KB the table keeps. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const messages = [error.message, ...cancellationReasons(error).map(({ Message = "" }) => Message)];
  return messages.some((message) => message.includes("exceeded the maximum allowed size"));
}
