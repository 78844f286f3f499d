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
const GRAPHS_PER_ROW = 3;
const HEIGHT = 6;

/** A heading above the rows that follow. */
export const heading = (text: string): IWidget =>
  new TextWidget({ markdown: `## ${text}`, width: COLUMNS, height: 1 });

/** Graphs in rows of three. */
export function graphRows(graphs: readonly Graph[]): IWidget[][] {
  const widgets = graphs.map(
    ({ title, left, right = [] }) =>
      new GraphWidget({
        title,
        left: [...left],
        right: [...right],
        leftYAxis: { min: 0, showUnits: false },
        rightYAxis: { min: 0, showUnits: false },
        width: COLUMNS / GRAPHS_PER_ROW,
        height: HEIGHT,
        period: Duration.minutes(5),
      }),
  );
  return chunksOf(widgets, GRAPHS_PER_ROW);
}

/** A metric with another label in the legend. */
export const withLabel = (label: string, metric: { with(props: { label: string }): IMetric }): IMetric =>
  metric.with({ label });
