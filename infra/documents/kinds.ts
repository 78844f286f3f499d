import { declaredFailures } from "#lib/http/declared-failures.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";

/** Whether an endpoint changes something, so that a repetition with its Idempotency-Key is answered from the first. */
export const isWrite = (spec: EndpointSpec): boolean =>
  declaredFailures(spec).includes("idempotency_key_reused");

/** Whether an endpoint changes something only while it is as the caller takes it to be (If-Match). */
export const isConditional = (spec: EndpointSpec): boolean =>
  declaredFailures(spec).includes("precondition_failed");

/** Whether an endpoint answers a list. */
export const isList = ({ streams, mediaType }: EndpointSpec): boolean =>
  streams === true && mediaType === undefined;

/** Whether an endpoint is for programs, not a page for people. */
export const isApi = ({ protocol }: EndpointSpec): boolean => protocol !== "page";

/** Whether an endpoint answers one resource, or content, with its entity tag. */
export const readsOne = (spec: EndpointSpec): boolean =>
  isApi(spec) && spec.route.startsWith("GET ") && !isList(spec);
