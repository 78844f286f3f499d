import * as z from "zod";
import { METRICS, NAMESPACE, STACK_DIMENSION } from "#lib/platform/metrics.ts";
import type { SynthesizedTemplate } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf } from "./template.ts";

/** A metric that an alarm or the dashboard shows, with its dimensions. */
export interface ShownMetric {
  namespace: string;
  name: string;
  dimensions: Record<string, unknown>;
}

const Stat = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
});
const AlarmProperties = z.union([
  Stat.transform((stat) => [stat]),
  z
    .object({ Metrics: z.array(z.object({ MetricStat: z.object({ Metric: Stat }).optional() })) })
    .transform(({ Metrics }) => Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))),
]);
const Widget = z.object({
  properties: z.object({
    title: z.string().optional(),
    metrics: z.array(z.array(z.unknown())).default([]),
  }),
});
const Join = z.object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) });

/** The widgets of the dashboard of a template. References are replaced by the text `reference`. */
export function dashboardWidgets(template: SynthesizedTemplate) {
  const [dashboard, ...others] = propertiesOf(template, "AWS::CloudWatch::Dashboard");
  if (!dashboard || others.length > 0) throw new Error("Expected exactly one dashboard.");
  const [, parts] = Join.parse(dashboard["DashboardBody"])["Fn::Join"];
  const body = parts.map((part) => (typeof part === "string" ? part : "reference")).join("");
  return z
    .object({ widgets: z.array(Widget) })
    .parse(JSON.parse(body))
    .widgets.map((each) => each.properties);
}

/** Every metric that alarms watch. */
export const alarmMetrics = (template: SynthesizedTemplate): ShownMetric[] =>
  propertiesOf(template, "AWS::CloudWatch::Alarm")
    .flatMap((alarm) => AlarmProperties.parse(alarm))
    .map(({ Namespace: namespace, MetricName: name, Dimensions }) => ({
      namespace,
      name,
      dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
    }));

/** Every metric of the dashboard, without expressions. */
export const dashboardMetrics = (template: SynthesizedTemplate): ShownMetric[] =>
  dashboardWidgets(template)
    .flatMap(({ metrics }) => metrics)
    .flatMap((metric) => (typeof metric[0] === "string" ? [toMetric(metric)] : []));

/** Parses `[namespace, name, dimension, value, …, options]` from the body of a dashboard. */
function toMetric([namespace, name, ...rest]: unknown[]): ShownMetric {
  const texts = rest.filter((part) => typeof part === "string");
  const pairs = texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1]]] : []));
  return { namespace: String(namespace), name: String(name), dimensions: Object.fromEntries(pairs) };
}

/** The service's own metrics that alarms watch or the dashboard shows, and all declared ones. */
export function expectedMetrics(template: SynthesizedTemplate): ShownMetric[] {
  const shown = [...alarmMetrics(template), ...dashboardMetrics(template)];
  const declared = Object.keys(METRICS).map((name) => ({
    namespace: NAMESPACE,
    name,
    dimensions: { [STACK_DIMENSION]: "Almanac" },
  }));
  return [...shown.filter(({ namespace }) => namespace === NAMESPACE), ...declared];
}
