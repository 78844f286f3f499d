import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { showDecision } from "#lib/mail/decide/pages.ts";
import { DECISION_ROUTE, DecisionPath } from "#lib/mail/decide/parameters.ts";

/** The page with which a host decides about a request. Changes nothing, because mail scanners open links, too. */
export const handler = pageEndpoint(
  {
    id: "decide.show",
    summary: "Accept or reject a booking (HTML page)",
    description:
      "The links in the mail about a booking that waits for confirmation. They need no sign-in, and are valid until the booking starts.",
    route: `GET ${DECISION_ROUTE}`,
    input: { path: DecisionPath },
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:BatchGetItem", "cursors:GenerateMac"],
  },
  showDecision,
);
