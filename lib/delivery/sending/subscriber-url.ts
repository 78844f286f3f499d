import * as z from "zod";
import { invalidField } from "#lib/failures.ts";
import { isSwitchedOn } from "#lib/platform/env.ts";
import { findUrlProblem, hostOf, type Reach } from "#lib/platform/outbound/outbound-url.ts";

const LONGEST = 2048;

/** Where webhooks may be sent. */
export const webhookReach = (): Reach => (isSwitchedOn("ALLOW_INSECURE_WEBHOOKS") ? "any" : "public");

/** The URL to which a webhook is sent (ADR 0023). */
export const SubscriberUrl = z
  .string()
  .max(LONGEST)
  .superRefine((text, context) => {
    const message = text.includes("{{")
      ? 'must not contain "{{": only `payloadTemplate` has placeholders'
      : findUrlProblem(text, webhookReach());
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** Rejects a webhook whose URL has the host of the service itself, at `baseUrl`. */
export function requireOtherHost(baseUrl: string, subscriberUrl: string | undefined): void {
  if (subscriberUrl === undefined || isSwitchedOn("ALLOW_INSECURE_WEBHOOKS")) return;
  if (hostOf(new URL(subscriberUrl)) !== hostOf(new URL(baseUrl))) return;
  throw invalidField("#/subscriberUrl", "must not be this service");
}
