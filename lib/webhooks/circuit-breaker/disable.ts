import { now } from "#lib/platform/clock.ts";
import type { Health } from "./entity.ts";

const GONE = 410;
/** Milliseconds of nothing but failures after which a webhook is switched off. */
const LONGEST_FAILING = 5 * 24 * 60 * 60_000;

/** Why a webhook is to be switched off after an attempt, in words for its owner; undefined when it is not. */
export function reasonToDisable(
  { status }: { status: number | null },
  health: Health | undefined,
): string | undefined {
  if (status === GONE) return "The subscriber responded with 410 Gone.";
  if (health && now() - Date.parse(health.failingSince) >= LONGEST_FAILING)
    return "All attempts failed for 5 days.";
  return undefined;
}
