import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";

/** What an alarm watches: it fires when the metric reaches the threshold in each of `periods` consecutive periods. */
export interface Watch {
  metric: IMetric;
  threshold: number;
  periods: number;
  /** What is wrong, in one sentence. */
  summary: string;
  /** File under `docs/runbooks` with the meaning of the alarm and the steps to take. */
  runbook: string;
  /** Whether missing data also makes the alarm fire. */
  silenceIsTrouble?: boolean;
}

/** Watches by the name of the alarm. */
export type Watches = Record<string, Watch>;

/** The description of an alarm, which is also in the email that it sends. */
export const alarmDescription = ({ summary, runbook }: Pick<Watch, "summary" | "runbook">): string =>
  `${summary} See docs/runbooks/${runbook}`;
