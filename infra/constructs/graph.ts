import { Duration } from "aws-cdk-lib";
import { GraphWidget, type IMetric, type IWidget, TextWidget } from "aws-cdk-lib/aws-cloudwatch";
import { chunksOf } from "#lib/platform/chunks.ts";

/** One graph; the metrics in `right` use the right axis. */
export interface Graph {
  title: string;
  left: readonly IMetric[];
  right?: readonly IMetric[];
}

/** Width of a dashboard in CloudWatch's units. */
const COLUMNS = 24;
const ACROSS = 3;
const HEIGHT = 6;

/** A heading above the rows that follow. */
export const title = (text: string): IWidget =>
  new TextWidget({ markdown: `## ${text}`, width: COLUMNS, height: 1 });

/** Graphs in rows of three. */
export function graphRows(graphs: readonly Graph[]): IWidget[][] {
  const widgets = graphs.map(
    ({ title: name, left, right = [] }) =>
      new GraphWidget({
        title: name,
        left: [...left],
        right: [...right],
        leftYAxis: { min: 0, showUnits: false },
        rightYAxis: { min: 0, showUnits: false },
        width: COLUMNS / ACROSS,
        height: HEIGHT,
        period: Duration.minutes(5),
      }),
  );
  return chunksOf(widgets, ACROSS);
}

/** A metric with another label in the legend. */
export const named = (label: string, metric: { with(props: { label: string }): IMetric }): IMetric =>
  metric.with({ label });
