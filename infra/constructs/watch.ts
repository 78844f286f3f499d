import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";

/** What an alarm watches: it rings when the metric reaches the threshold in each of some of its periods. */
export interface Watch {
  metric: IMetric;
  threshold: number;
  periods: number;
  /** File under `docs/runbooks` that says what it means and what to do. */
  runbook: string;
  /** Whether no data at all is trouble too. */
  silenceIsTrouble?: boolean;
}

/** Watches by the name of their alarm. */
export type Watches = Record<string, Watch>;
