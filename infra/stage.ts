import { Duration, RemovalPolicy } from "aws-cdk-lib";
import type { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Settings } from "./settings.ts";
import { STAGE_DEFAULTS, type StageName } from "./stage-defaults.ts";

/** The settings that depend on the stage, and other settings of all constructs. */
export interface Stage {
  name: StageName;
  /** Whether data is kept when the stack is deleted, and protected from deletion. */
  keepsData: boolean;
  logRetention: RetentionDays;
  /** Period to any second of which the table can be restored. */
  recoveryPeriod: Duration;
  /** Retention of the table's daily backups; undefined for no backups. */
  backupPeriod: Duration | undefined;
  alarms: boolean;
  /** Maximum concurrent runs of each function that reads a queue; by default, the value in its spec. */
  consumerConcurrency: number | undefined;
  /** Maximum concurrent requests to all webhooks; by default, the value in the spec of `events.deliver`. */
  deliveryConcurrency: number | undefined;
  /** Whether the gateway and the functions send traces to X-Ray. */
  tracing: boolean;
  /** Whether a release first receives a part of the traffic. */
  canary: boolean;
  /** Whether another region is the home region, so that this one is read-only. */
  isStandby: boolean;
}

/** Returns the name of the stack. */
export const stackNameOf = ({ stage }: Pick<Settings, "stage">): string =>
  stage === "prod" ? "Almanac" : `Almanac-${stage}`;

/** Returns the stage of a deployment: its defaults, replaced by the settings. */
export function stageOf({ stage: name, ...settings }: Settings): Stage {
  const { keepsData, ...defaults } = STAGE_DEFAULTS[name];
  const backupDays = settings.backupDays ?? defaults.backupDays;
  return {
    name,
    keepsData,
    logRetention: settings.logRetentionDays ?? defaults.logRetentionDays,
    recoveryPeriod: Duration.days(settings.recoveryDays ?? defaults.recoveryDays),
    backupPeriod: backupDays === 0 ? undefined : Duration.days(backupDays),
    consumerConcurrency: settings.consumerConcurrency,
    deliveryConcurrency: settings.deliveryConcurrency,
    tracing: settings.tracing,
    alarms: settings.alarms ?? defaults.alarms,
    canary: settings.canary ?? defaults.canary,
    isStandby: settings.standby,
  };
}

/**
 * Returns what happens to a stage's data when the stack is deleted. A failed creation also deletes the data, except for
 * the table in prod, which has deletion protection (`docs/deploy.md`).
 */
export const removalPolicy = (stage: Stage): RemovalPolicy =>
  stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
