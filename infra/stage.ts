import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";

/** What differs between the stages of a deployment; everything else is equal. */
export interface Stage {
  name: StageName;
  /** Keep data when the stack goes, and refuse to delete it by hand. */
  keepsData: boolean;
  logRetention: RetentionDays;
  /** How far back the table can be restored. */
  recoveryPeriod: Duration;
}

type StageName = keyof typeof STAGES;

const STAGES = {
  dev: { keepsData: false, logRetention: RetentionDays.ONE_WEEK, recoveryPeriod: Duration.days(1) },
  staging: { keepsData: false, logRetention: RetentionDays.ONE_MONTH, recoveryPeriod: Duration.days(7) },
  prod: { keepsData: true, logRetention: RetentionDays.THREE_MONTHS, recoveryPeriod: Duration.days(35) },
} as const;

/** The stage of the context `-c stage=…`; prod without one, because that loses nothing. */
export function stageNamed(name: unknown = "prod"): Stage {
  const known = Object.keys(STAGES);
  if (!isStageName(name)) throw new Error(`unknown stage ${String(name)}: use one of ${known.join(", ")}`);
  return { name, ...STAGES[name] };
}

/** What becomes of a stage's data when the stack is deleted. A creation that fails leaves nothing behind. */
export const removalPolicy = (stage: Stage): RemovalPolicy =>
  stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

const isStageName = (name: unknown): name is StageName =>
  typeof name === "string" && Object.hasOwn(STAGES, name);
