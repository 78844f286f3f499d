import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

/** Settings that must be in the region of the stack. */
const SAME_REGION = [
  "replicaStreamArn",
  "restoredStreamArn",
  "oidcSecretArn",
  "probeSecretArn",
  "smtpSecretArn",
] as const;
/** Settings that must be in the other region. */
const OTHER_REGION = ["standbyRegion", "homeSecretsKeyArn", "homeCursorsKeyArn"] as const;

/** Regions whose CloudFormation does not have `AWS::Budgets::Budget`: those opened since December 2021, and one of GovCloud. */
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
    "us-gov-west-1",
  ],
]);
/** Regions whose CloudFormation does not have `AWS::ApiGatewayV2::ApiMapping`. */
const WITHOUT_MAPPINGS: ReadonlySet<string> = new Set(["ap-east-2"]);

/**
 * Checks the regions in the settings. For example, the settings of a standby would make the home region read-only. `region`
 * is the region that the CDK command line found; without it, nothing is checked.
 *
 * @throws {SettingError} if a setting is in the wrong region
 */
export function checkRegions(settings: Settings, region: string | undefined): void {
  if (region === undefined) return;
  if (settings.monthlyBudget !== undefined && WITHOUT_BUDGETS.has(region))
    throw new SettingError(
      `monthlyBudget is not supported in ${region}: CloudFormation has no AWS::Budgets::Budget there. Omit the setting, and create the budget in the Billing console.`,
    );
  if (settings.domainName !== undefined && WITHOUT_MAPPINGS.has(region))
    throw new SettingError(
      `domainName is not supported in ${region}: CloudFormation has no AWS::ApiGatewayV2::ApiMapping there. Omit the setting, and create the domain in the API Gateway console.`,
    );
  for (const name of SAME_REGION) {
    const actual = findRegion(settings[name]);
    if (actual !== undefined && actual !== region)
      throw new SettingError(
        `${name} is in ${actual}, but the stack would be deployed to ${region}. Set AWS_REGION=${actual}, or correct ${name}.`,
      );
  }
  for (const name of OTHER_REGION)
    if (findRegion(settings[name]) === region)
      throw new SettingError(
        `${name} is ${name === "standbyRegion" ? "" : "in "}${region}, the region of this stack. It must be another region.`,
      );
}

/** Returns the region of an ARN; any other value is a region. */
const findRegion = (value: string | undefined): string | undefined =>
  value?.startsWith("arn:") ? value.split(":")[3] : value;
