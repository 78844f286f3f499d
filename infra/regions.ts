import type { Settings } from "./settings.ts";

/** Settings that name something in the region the stack goes to. */
const OWN = ["replicaStreamArn", "restoredStreamArn", "oidcSecretArn", "probeSecretArn"] as const;
/** Settings that name something in the other one. */
const OTHERS = ["standbyRegion", "homeSecretsKeyArn", "homeCursorsKeyArn"] as const;

/** Regions whose CloudFormation does not have `AWS::Budgets::Budget`: those opened since December 2021. */
const WITHOUT_BUDGETS: ReadonlySet<string> = new Set([
  ...["ap-east-2", "ap-south-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6"],
  ...[
    "ap-southeast-7",
    "ca-west-1",
    "eu-central-2",
    "eu-south-2",
    "il-central-1",
    "me-central-1",
    "mx-central-1",
  ],
]);

/**
 * Throws on settings of another region than the stack would go to, before it does: a standby's, given to the home, would fence it.
 * `region` is the one the CLI found; without it, as where there is no CLI, there is nothing to hold them against.
 */
export function checkRegions(settings: Settings, region: string | undefined): void {
  if (region === undefined) return;
  if (settings.monthlyBudget !== undefined && WITHOUT_BUDGETS.has(region))
    throw new Error(
      `settings: monthlyBudget does not work in ${region}: CloudFormation has no AWS::Budgets::Budget there; create the budget in the Billing console`,
    );
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
