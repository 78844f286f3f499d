import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";

/** An alarm fires when the metric reaches the threshold in each of `periods` consecutive periods. */
export interface AlarmDefinition {
  metric: IMetric;
  threshold: number;
  periods: number;
  /** What is wrong, in one sentence. */
  summary: string;
  /** File in `docs/runbooks` with the meaning of the alarm and the steps to take. */
  runbook: string;
  /** Whether missing data also makes the alarm fire. */
  isMissingDataBreaching?: boolean;
}

/** Alarm definitions by the name of the alarm. */
export type AlarmDefinitions = Record<string, AlarmDefinition>;

/** The description of an alarm, which is also in the email that it sends. */
export const alarmDescription = ({
  summary,
  runbook,
}: Pick<AlarmDefinition, "summary" | "runbook">): string => `${summary} See docs/runbooks/${runbook}`;
