import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { serviceName } from "#infra/constructs/service-name.ts";
import { type MetricName, NAMESPACE, STACK_DIMENSION } from "#lib/platform/metrics.ts";

/** The period of all metrics. */
export const PERIOD = Duration.minutes(5);

/** A metric that the service itself writes, limited to this stack. */
export const serviceMetric = (
  scope: Construct,
  name: MetricName,
  { statistic = "Sum" }: { statistic?: string } = {},
): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName: name,
    dimensionsMap: { [STACK_DIMENSION]: serviceName(scope) },
    statistic,
    period: PERIOD,
  });

/** A metric computed from others. A metric without data counts as 0. The expression uses the names in `usingMetrics`. */
export function expression(
  label: string,
  text: string,
  usingMetrics: Record<string, IMetric>,
): MathExpression {
  const filled = text.replaceAll(/\b[a-z]\w*\b/g, (name) =>
    name in usingMetrics ? `FILL(${name}, 0)` : name,
  );
  return new MathExpression({ label, expression: filled, usingMetrics, period: PERIOD });
}

/** The sum of metrics. The names in the expression start with the label, so that they are unique in a graph. */
export function sumOf(label: string, metrics: readonly IMetric[]): MathExpression {
  const prefix = label.replaceAll(/\W/g, "_");
  const metricsByName = Object.fromEntries(metrics.map((metric, at) => [`${prefix}${at}`, metric]));
  return expression(label, Object.keys(metricsByName).join(" + "), metricsByName);
}
