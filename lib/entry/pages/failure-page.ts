import type { Failure } from "#lib/failures.ts";
import { FAILURES } from "#lib/failures.ts";
import type { PageParts } from "./document.ts";
import { html } from "./html.ts";

const CONTACT = html`If the problem persists, contact the operator of this service`;

/** The page for a failure: what is wrong, and where to get help. */
export function failurePage({ code, message }: Failure, requestId: string): PageParts {
  const heading = code === "invalid_request" ? "This link does not work" : FAILURES[code].title;
  return {
    title: heading,
    main: html`<h1>${heading}</h1>
<p>${message}</p>`,
    footer: html`<p>${code !== "invalid_request" && html`${CONTACT}. `}Request id: ${requestId}</p>`,
  };
}
