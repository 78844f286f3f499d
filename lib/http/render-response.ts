import { declaredCopier } from "./copy-declared.ts";
import type { EndpointSpec } from "./spec.ts";

/** The text of a response. `representation` is the resource in it, without the sentence that a write adds (`message`). */
interface RenderedResponse {
  body: string;
  representation: string;
}

/** Renders the reply of an endpoint: only what its response declares. */
export function renderResponse(
  { response, computed }: Pick<EndpointSpec, "response" | "computed">,
  reply: unknown,
): RenderedResponse {
  const shown = (computed ? reply : declaredCopier(response)(reply)) as { message?: string };
  const body = JSON.stringify(shown);
  return { body, representation: "message" in shown ? withoutMessage(shown) : body };
}

const withoutMessage = ({ message: _, ...representation }: { message?: string }): string =>
  JSON.stringify(representation);
