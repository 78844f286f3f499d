import * as z from "zod";
import { Parameter } from "#lib/entry/http/parameters.ts";

/** The address of the pages with which a host decides about a request. */
export const DECISION_ROUTE = "/decide/{token}/{decision}";

export const Decision = z.enum(["accept", "reject"]);
export type Decision = z.output<typeof Decision>;

export const DecisionPath = z.object({
  token: Parameter.describe("Token of the link."),
  decision: Decision.describe("What the link does."),
});

/** Characters of the longest reason. */
export const LONGEST_REASON = 500;

/** The form of the page. */
export const DecisionForm = z.object({
  reason: z
    .string()
    // Browsers send the line breaks of a text field as CR and LF, but count one character for `maxlength`.
    .overwrite((text) => text.replaceAll("\r\n", "\n"))
    .max(LONGEST_REASON)
    .optional()
    .describe("Why the host rejects the booking; guests can read it."),
  sequence: Parameter.optional().describe(
    "The `iCalSequence` of the booking on the page. If the booking has changed since, nothing is decided.",
  ),
});
