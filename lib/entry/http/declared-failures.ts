import type { FailureCode } from "#lib/failures.ts";
import type { EndpointSpec } from "./spec.ts";

/** All failures that an endpoint may return: those in its spec, and those of every endpoint of its kind. */
export function declaredFailures(spec: EndpointSpec): FailureCode[] {
  const isWrite = !spec.route.startsWith("GET ") && spec.scopes !== "public";
  const { path, body, options } = spec.input;
  const isConditional = isWrite && path !== undefined && !spec.route.startsWith("POST ");
  const takesInput = Object.keys(spec.input).length > 0 || isWrite;
  const takesBody = body || options;
  return [
    ...(spec.scopes === "public"
      ? []
      : ([
          "unauthorized",
          "invalid_token",
          "two_credentials",
          "insufficient_scope",
          "user_locked",
          "too_many_requests",
        ] as const)),
    ...(spec.protocol === "page" ? [] : (["not_acceptable"] as const)),
    ...(isWrite ? (["idempotency_key_reused"] as const) : []),
    ...(isConditional ? (["precondition_failed"] as const) : []),
    ...(takesInput ? (["invalid_request"] as const) : []),
    ...(takesBody ? (["payload_too_large", "unsupported_media_type"] as const) : []),
    ...spec.failures,
    "internal_error",
    "temporarily_unavailable",
  ];
}
