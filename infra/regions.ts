import type { Settings } from "./settings.ts";

/** Settings that name something in the region the stack goes to. */
const OWN = ["replicaStreamArn", "restoredStreamArn", "oidcSecretArn", "probeSecretArn"] as const;
/** Settings that name something in the other one. */
const OTHERS = ["standbyRegion", "homeSecretsKeyArn", "homeCursorsKeyArn"] as const;

/**
 * Throws on settings of another region than the stack would go to, before it does: a standby's, given to the home, would fence it.
 * `region` is the one the CLI found; without it, as where there is no CLI, there is nothing to hold them against.
 */
export function checkRegions(settings: Settings, region: string | undefined): void {
  if (region === undefined) return;
  for (const name of OWN) {
    const named = regionOf(settings[name]);
    if (named !== undefined && named !== region)
      throw new Error(
        `settings: ${name} is of ${named}, but this would go to ${region}; say AWS_REGION=${named}`,
      );
  }
  for (const name of OTHERS)
    if (regionOf(settings[name]) === region)
      throw new Error(
        `settings: ${name} is ${name === "standbyRegion" ? "" : "of "}${region} itself, where this would go; it is for another region`,
      );
}

/** The region of an ARN, or the one that is named alone. */
const regionOf = (value: string | undefined): string | undefined =>
  value?.startsWith("arn:") ? value.split(":")[3] : value;
