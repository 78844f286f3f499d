import type * as z from "zod";

/**
 * All failures: code → HTTP status and title. The problem document, the OpenAPI document, `docs/errors.md` and the types derive from this
 * table (RFC 9457).
 */
export const FAILURES = {
  invalid_request: { status: 400, title: "Invalid request" },
  list_too_large: { status: 400, title: "List too large for one response" },
  two_credentials: { status: 400, title: "More than one credential" },
  booking_too_long: { status: 400, title: "Booking too long" },
  booking_in_the_past: { status: 400, title: "Booking starts in the past" },
  calendar_unreachable: { status: 400, title: "Calendar can't be reached" },
  calendar_credentials_rejected: { status: 400, title: "Calendar rejected the credentials" },
  calendar_not_found: { status: 400, title: "Calendar not found" },
  calendar_invalid: { status: 400, title: "Not a calendar" },
  calendar_too_large: { status: 400, title: "Calendar too large" },
  read_only_calendar: { status: 400, title: "Calendar can't be written" },
  invalid_grant: { status: 400, title: "Invalid authorization code or refresh token" },
  invalid_scope: { status: 400, title: "Scope not allowed" },
  invalid_target: { status: 400, title: "Resource not supported" },
  unsupported_grant_type: { status: 400, title: "Unsupported grant type" },
  invalid_client: { status: 401, title: "Client authentication failed" },
  unauthorized: { status: 401, title: "Authentication required" },
  invalid_token: { status: 401, title: "Invalid credential" },
  insufficient_scope: { status: 403, title: "Missing scope" },
  forbidden: { status: 403, title: "Not allowed" },
  user_locked: { status: 403, title: "User locked" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_acceptable: { status: 406, title: "Media type not available" },
  conflict: { status: 409, title: "Conflict" },
  booking_conflict: { status: 409, title: "Booking already exists" },
  no_available_users_found_error: { status: 409, title: "Host not available" },
  booking_seats_full: { status: 409, title: "No seats left" },
  mail_superseded: { status: 409, title: "Mail superseded" },
  limit_reached: { status: 409, title: "Limit reached" },
  precondition_failed: { status: 412, title: "Resource has changed" },
  payload_too_large: { status: 413, title: "Request body too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  idempotency_key_reused: { status: 422, title: "Idempotency-Key already used" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Internal error" },
  temporarily_unavailable: { status: 503, title: "Temporarily unavailable" },
} as const satisfies Record<string, { status: number; title: string }>;

export type FailureCode = keyof typeof FAILURES;

/** Codes of invalid fields: those of the service and those of zod. */
export type FieldCode =
  | "invalid"
  | "not_started"
  | "required"
  | "taken"
  | "unknown_field"
  | Exclude<z.core.$ZodIssue["code"], "unrecognized_keys">;

/** An invalid field: `pointer` is a JSON Pointer into the body, or `#/query/…`, `#/path/…`, `#/header/…`. */
export interface FieldProblem {
  pointer: string;
  code: FieldCode;
  message: string;
}

/** An expected error, which is returned to the client. Any other error is returned as `internal_error`, without its text. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly errors: FieldProblem[];
  readonly headers: Record<string, string>;
  /** Further members of the problem document (RFC 9457 §3.2). */
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    code: FailureCode,
    detail: string = FAILURES[code].title,
    more: {
      errors?: FieldProblem[];
      headers?: Record<string, string>;
      extensions?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
    this.extensions = more.extensions ?? {};
  }
}

/** The resource is missing, or the caller can't access it. The response is the same, so that it discloses nothing. */
export const notFound = (what: string): Failure => new Failure("not_found", `${what} not found.`);

/**
 * Renders a problem of a field as a sentence. A text that starts with a lower-case letter is the predicate: `is required` becomes
 * `"start" is required.`
 */
export function fieldSentence(pointer: string, text: string): string {
  if (!/^[a-z]/.test(text)) return text;
  return `${fieldName(pointer)} ${text}.`;
}

/** The name of a field in a sentence. */
function fieldName(pointer: string): string {
  const name = pointer.replace(/^#\/?(?:(?:path|query|header)\/)?/, "").replaceAll("/", ".");
  return name === "" ? "The body" : JSON.stringify(decodeURIComponent(name));
}

/** Returns a problem with another pointer to its field, and with the field's name of that pointer in its sentence. */
export function moveProblem(problem: FieldProblem, pointer: string): FieldProblem {
  const message = problem.message.replace(fieldName(problem.pointer), () => fieldName(pointer));
  return { ...problem, pointer, message };
}

/** Creates the failure of one invalid field, with its JSON Pointer, such as `#/start`, and a text for {@link fieldSentence}. */
export function invalidField(pointer: string, text: string, code: FieldCode = "invalid"): Failure {
  const message = fieldSentence(pointer, text);
  return new Failure("invalid_request", message, { errors: [{ pointer, code, message }] });
}

/** Creates the failure of one field that has a code of its own, with the field's JSON Pointer and a sentence. */
export const fieldFailure = (failureCode: FailureCode, pointer: string, message: string): Failure =>
  new Failure(failureCode, message, { errors: [{ pointer, code: "invalid", message }] });

/** Creates the failure of a value that another object has, with its JSON Pointer and a sentence. */
export const conflictAt = (pointer: string, message: string, code: FailureCode = "conflict"): Failure =>
  new Failure(code, message, { errors: [{ pointer, code: "taken", message }] });

/** Waits for the lookup of a resource whose id is in a field. If the resource is missing, the failure names the field. */
export async function requireFound<T>(pointer: string, lookup: Promise<T>): Promise<T> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found")
      throw fieldFailure("not_found", pointer, error.message);
    throw error;
  }
}

/** Waits for a lookup. Returns undefined if it fails because the resource is missing or the caller can't access it. */
export async function undefinedIfNotFound<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof Failure && (error.code === "not_found" || error.code === "forbidden"))
      return undefined;
    throw error;
  }
}
