import type { components } from "./schema.ts";

/** The body of an error response (RFC 9457), with the `code` of the error. */
export type Problem = components["schemas"]["Problem"];
/** The code of an error, or `unexpected_response` for a response of another program, such as a proxy. */
export type ErrorCode = Problem["code"] | "unexpected_response";

/**
 * An error response. `problem` is its body, or undefined if the body is not a problem document.
 *
 * @example
 * if (error instanceof AlmanacError && error.code === "not_found") console.log(error.problem?.requestId);
 */
export class AlmanacError extends Error {
  override name = "AlmanacError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(error: unknown, { status }: Response) {
    const problem = isProblem(error) ? error : undefined;
    super(problem?.detail ?? `The service responded with status ${status}.`);
    this.code = problem?.code ?? "unexpected_response";
    this.status = status;
    this.problem = problem;
  }
}

/** The result of a call of the client. */
export interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Waits for a call and returns its data.
 *
 * @example
 * const { booking } = await unwrap(almanac.GET("/bookings/{id}", { params: { path: { id: 42 } } }));
 * @throws {AlmanacError} for an error response
 */
export async function unwrap<T>(call: Outcome<T> | Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw new AlmanacError(error, response);
  return data;
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === "object" && error !== null && "code" in error && "detail" in error;
