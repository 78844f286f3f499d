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
  const declared = (computed ? reply : declaredCopier(response)(reply)) as WriteAdditions;
  const body = JSON.stringify(declared);
  const isResource = declared.message === undefined && declared.warnings === undefined;
  return { body, representation: isResource ? body : withoutAdditions(declared) };
}

interface WriteAdditions {
  message?: string;
  warnings?: unknown;
}

const withoutAdditions = ({ message: _, warnings: __, ...representation }: WriteAdditions): string =>
  JSON.stringify(representation);
