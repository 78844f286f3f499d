/** An invalid setting or environment variable. Programs print only the message, which explains what to change. */
export class SettingError extends Error {}

/** Prints the message of a {@link SettingError} and ends the process with exit code 1; any other error is thrown again. */
export function exitOnSettingError(error: unknown): never {
  if (!(error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exit(1);
}
