import { declaredCopier } from "./copy-declared.ts";
import type { EndpointSpec } from "./spec.ts";

/** The text of a response. `representation` is the resource in it, without what a write adds (`message`, `warnings`). */
interface RenderedResponse {
  body: string;
  representation: string;
}

/** Renders the reply of an endpoint: only what its response declares. */
export function renderResponse(
  { response, computed }: Pick<EndpointSpec, "response" | "computed">,
  reply: unknown,
): RenderedResponse {
  const shown = (computed ? reply : declaredCopier(response)(reply)) as WriteAdditions;
  const body = JSON.stringify(shown);
  const isResource = shown.message === undefined && shown.warnings === undefined;
  return { body, representation: isResource ? body : withoutAdditions(shown) };
}

interface WriteAdditions {
  message?: string;
  warnings?: unknown;
}

const withoutAdditions = ({ message: _, warnings: __, ...representation }: WriteAdditions): string =>
  JSON.stringify(representation);
