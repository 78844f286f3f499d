import { invalidField } from "#lib/failures.ts";
import { isSwitchedOn } from "#lib/platform/env.ts";
import { hostOf } from "./subscriber-url.ts";

/** Refuses to have webhooks sent to the service itself, which its callers reach at `baseUrl`. */
export function requireOtherHost(baseUrl: string, subscriberUrl: string | undefined): void {
  if (subscriberUrl === undefined || isSwitchedOn("ALLOW_INSECURE_WEBHOOKS")) return;
  if (hostOf(new URL(subscriberUrl)) !== hostOf(new URL(baseUrl))) return;
  throw invalidField("#/subscriberUrl", "must not be this service");
}
