import { isObject } from "#lib/platform/is-object.ts";
import { declaredCopier } from "./copy-declared.ts";
import type { EndpointSpec } from "./spec.ts";

/** The text of a response. `representation` is the resource in it, without the fields that a write adds (`message`, `warnings`). */
interface RenderedResponse {
  body: string;
  representation: string;
}

/** Renders the reply of an endpoint, with the fields that its response declares. */
export function renderResponse(
  { response, computed }: Pick<EndpointSpec, "response" | "computed">,
  reply: unknown,
): RenderedResponse {
  const declared = computed ? reply : declaredCopier(response)(reply);
  const body = JSON.stringify(declared);
  return { body, representation: hasAdditions(declared) ? withoutAdditions(declared) : body };
}

const hasAdditions = (reply: unknown): reply is Record<string, unknown> =>
  isObject(reply) && (reply["message"] !== undefined || reply["warnings"] !== undefined);

const withoutAdditions = ({ message: _, warnings: __, ...representation }: Record<string, unknown>): string =>
  JSON.stringify(representation);
