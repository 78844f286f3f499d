import type { components } from "./schema.ts";

/** The body of an error response (RFC 9457). `code` says which error it is. */
export type Problem = components["schemas"]["Problem"];
/** The code of an error: of the API, or `unexpected_response` if the response isn't one of the API, for example a proxy's page. */
export type ErrorCode = Problem["code"] | "unexpected_response";

/** An error response. `problem` is its body; undefined if the body has another form. */
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

/** What a call of the client resolves to. */
export interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Returns the data of a call.
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
