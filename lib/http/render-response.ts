import { declaredCopier } from "./copy-declared.ts";
import type { EndpointSpec } from "./spec.ts";

/** The text of a response. `representation` is the resource in it, without the sentence that a write adds (`message`). */
interface RenderedResponse {
  body: string;
  representation: string;
}

/** Makes the function that renders the replies of an endpoint: of each, only what its response declares. */
export function responseRenderer({
  response,
  computed,
}: Pick<EndpointSpec, "response" | "computed">): (reply: unknown) => RenderedResponse {
  let copy: ((value: unknown) => unknown) | undefined = computed && ((reply) => reply);
  return (reply) => {
    copy ??= declaredCopier(response);
    const shown = copy(reply) as { message?: string };
    const body = JSON.stringify(shown);
    return { body, representation: "message" in shown ? withoutMessage(shown) : body };
  };
}

const withoutMessage = ({ message: _, ...representation }: { message?: string }): string =>
  JSON.stringify(representation);
