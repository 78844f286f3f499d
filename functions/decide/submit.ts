import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { submitDecision } from "#lib/mail/decide/pages.ts";
import { DECISION_ROUTE, DecisionForm, DecisionPath } from "#lib/mail/decide/parameters.ts";

/** Processes the form with which a host accepts or rejects a request. */
export const handler = pageEndpoint(
  {
    id: "decide.submit",
    summary: "Accept or reject a booking (HTML form)",
    description: "Form of the page of a link. Decides on behalf of the host, and redirects to the page.",
    route: `POST ${DECISION_ROUTE}`,
    input: { path: DecisionPath, body: DecisionForm },
    failures: ["not_found", "conflict"],
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
      "cursors:GenerateMac",
    ],
    mayReturnPage: true,
  },
  submitDecision,
);
