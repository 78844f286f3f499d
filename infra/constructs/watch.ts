import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";

/** What an alarm watches: it fires when the metric reaches the threshold in each of `periods` consecutive periods. */
export interface Watch {
  metric: IMetric;
  threshold: number;
  periods: number;
  /** File under `docs/runbooks` with the meaning of the alarm and the steps to take. */
  runbook: string;
  /** Whether missing data also makes the alarm fire. */
  silenceIsTrouble?: boolean;
}

/** Watches by the name of the alarm. */
export type Watches = Record<string, Watch>;
