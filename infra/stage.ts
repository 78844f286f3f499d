import { Duration, RemovalPolicy } from "aws-cdk-lib";
import type { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Settings } from "./settings.ts";
import { STAGE_DEFAULTS, type StageName } from "./stage-defaults.ts";

/** What differs between the stages of a deployment; everything else is equal. */
export interface Stage {
  name: StageName;
  /** Keep data when the stack goes, and refuse to delete it by hand. */
  keepsData: boolean;
  logRetention: RetentionDays;
  /** How far back the table can be restored. */
  recoveryPeriod: Duration;
  /** How long a daily copy of the table is kept; undefined where there is none. */
  backupPeriod: Duration | undefined;
  alarms: boolean;
  /** Most runs at once of each function that reads a queue; undefined: as many as each function sets. */
  consumerConcurrency: number | undefined;
  /** Whether the gateway and the functions send traces to X-Ray. */
  tracing: boolean;
  /** Whether a release is tried on a part of the traffic before it gets all. */
  canary: boolean;
  /** Whether another region is the home, so that nothing may be changed here. */
  isStandby: boolean;
}

/** The stage the settings name, with what they say of it. */
export function stageOf({ stage: name, ...settings }: Settings): Stage {
  const { keepsData, ...usual } = STAGE_DEFAULTS[name];
  const backupDays = settings.backupDays ?? usual.backupDays;
  return {
    name,
    keepsData,
    logRetention: settings.logRetentionDays ?? usual.logRetentionDays,
    recoveryPeriod: Duration.days(settings.recoveryDays ?? usual.recoveryDays),
    backupPeriod: backupDays === 0 ? undefined : Duration.days(backupDays),
    consumerConcurrency: settings.consumerConcurrency,
    tracing: settings.tracing,
    alarms: settings.alarms ?? usual.alarms,
    canary: settings.canary ?? usual.canary,
    isStandby: settings.standby,
  };
}

/**
 * What happens to a stage's data when the stack is deleted. A creation that is rolled back takes along what it made, but in prod not the
 * table, which refuses (`docs/deploy.md`).
 */
export const removalPolicy = (stage: Stage): RemovalPolicy =>
  stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
