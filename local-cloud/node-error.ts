/** Whether an error is one of Node.js with this code, such as `ENOENT`. */
export const isNodeError = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
