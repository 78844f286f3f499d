/**
 * Every failure a caller can meet: code → HTTP status and title.
 * The problem document, the OpenAPI document, `docs/errors.md` and the types derive from this table (RFC 9457).
 */
export const FAILURES = {
  invalid_request: { status: 400, title: "The request is not valid" },
  list_too_large: { status: 400, title: "The list is too large for one answer" },
  two_credentials: { status: 400, title: "Two different credentials were sent" },
  booking_too_long: { status: 400, title: "The booking is too long" },
  booking_in_the_past: { status: 400, title: "The booking starts in the past" },
  booking_notice_too_short: { status: 400, title: "The booking starts too soon" },
  booking_outside_window: { status: 400, title: "The booking starts too far ahead" },
  invalid_grant: { status: 400, title: "The code or refresh token is not good any more" },
  invalid_scope: { status: 400, title: "A scope can't be had" },
  invalid_target: { status: 400, title: "A token for something else was asked for" },
  unsupported_grant_type: { status: 400, title: "No such grant type" },
  invalid_client: { status: 401, title: "The client is not who it says" },
  unauthorized: { status: 401, title: "A credential is needed" },
  invalid_token: { status: 401, title: "The credential is not valid" },
  insufficient_scope: { status: 403, title: "The credential lacks a scope" },
  forbidden: { status: 403, title: "Not allowed" },
  user_locked: { status: 403, title: "The user is locked" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_acceptable: { status: 406, title: "No answer of that media type" },
  conflict: { status: 409, title: "In conflict with what is stored" },
  booking_conflict: { status: 409, title: "The booking exists already" },
  no_available_users_found_error: { status: 409, title: "The host is not available at that time" },
  booking_seats_full: { status: 409, title: "No seat is left" },
  limit_reached: { status: 409, title: "A limit is reached" },
  precondition_failed: { status: 412, title: "The resource has changed" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body must be JSON" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key came with another request" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Something went wrong" },
  temporarily_unavailable: { status: 503, title: "Temporarily unavailable" },
} as const satisfies Record<string, { status: number; title: string }>;

export type FailureCode = keyof typeof FAILURES;

/** One field that was refused: `pointer` is a JSON Pointer into the body, or `#/query/…`, `#/path/…`, `#/header/…`. */
export interface FieldProblem {
  pointer: string;
  code: string;
  message: string;
}

/** The one error shown to callers. Anything else that is thrown becomes `internal_error` without its text. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly errors: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(
    code: FailureCode,
    detail: string = FAILURES[code].title,
    more: { errors?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
  }
}

/** Missing, or not the caller's to see: both answer the same, so nothing can be learned from it. */
export const notFound = (what: string): Failure => new Failure("not_found", `${what} not found.`);

/**
 * What is wrong with one field, in a sentence. A text that begins with a lower-case letter is the rest of a sentence about the field:
 * `is required` becomes `"start" is required.`
 */
export function fieldSentence(pointer: string, text: string): string {
  if (!/^[a-z]/.test(text)) return text;
  const name = pointer.replace(/^#\/?(?:(?:path|query|header)\/)?/, "").replaceAll("/", ".");
  return `${name === "" ? "The body" : JSON.stringify(decodeURIComponent(name))} ${text}.`;
}

/** One field is wrong: 400 with its JSON Pointer, e.g. `#/start`, and a text as {@link fieldSentence} takes it. */
export function invalidField(pointer: string, text: string, code = "invalid"): Failure {
  const message = fieldSentence(pointer, text);
  return new Failure("invalid_request", message, { errors: [{ pointer, code, message }] });
}

/** What was looked for; undefined when there is none or the caller may not see it. */
export async function undefinedIfNotFound<T>(looked: Promise<T>): Promise<T | undefined> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof Failure && (error.code === "not_found" || error.code === "forbidden"))
      return undefined;
    throw error;
  }
}
