import { declaredFailures } from "#lib/entry/http/declared-failures.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";

/** Whether an endpoint accepts an `Idempotency-Key`. */
export const isWrite = (spec: EndpointSpec): boolean =>
  declaredFailures(spec).includes("idempotency_key_reused");

/** Whether an endpoint accepts `If-Match`. */
export const isConditional = (spec: EndpointSpec): boolean =>
  declaredFailures(spec).includes("precondition_failed");

/** Whether an endpoint returns a list. */
export const isList = ({ streams, mediaType }: EndpointSpec): boolean =>
  streams === true && mediaType === undefined;

/** Whether an endpoint is part of the API, and not an HTML page. */
export const isApi = ({ protocol }: EndpointSpec): boolean => protocol !== "page";

/** Whether an endpoint returns one resource or one document, with its `ETag`. */
export const isResourceRead = (spec: EndpointSpec): boolean =>
  isApi(spec) && spec.route.startsWith("GET ") && !isList(spec);
