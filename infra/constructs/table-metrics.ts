import { type MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { type ITable, Operation } from "aws-cdk-lib/aws-dynamodb";
import { PERIOD, sumOf } from "#infra/constructs/metric.ts";
import { INDEXES } from "#lib/storage/table/indexes.ts";

/** Every operation that functions call on the table. */
const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.TRANSACT_GET_ITEMS,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** Requests that the table or one of its indexes throttled. */
export function throttled(table: ITable): MathExpression {
  const throttleMetrics = (dimensions: Record<string, string>) =>
    ["ReadThrottleEvents", "WriteThrottleEvents"].map((name) => tableMetric(table, name, dimensions));
  const indexes = INDEXES.flatMap((GlobalSecondaryIndexName) =>
    throttleMetrics({ GlobalSecondaryIndexName }),
  );
  return sumOf("throttled requests", [...throttleMetrics({}), ...indexes]);
}

/** Requests that failed with a DynamoDB system error. */
export const systemErrors = (table: ITable): MathExpression =>
  sumOf(
    "system errors",
    OPERATIONS.map((operation) => tableMetric(table, "SystemErrors", { Operation: operation })),
  );

/** Milliseconds until a write is replicated to another region. */
export const replicationLag = (table: ITable, ReceivingRegion: string): Metric =>
  tableMetric(table, "ReplicationLatency", { ReceivingRegion }).with({ statistic: "Average" });

/** The sum of a metric of the table. */
export const tableMetric = (
  table: ITable,
  metricName: string,
  dimensions: Record<string, string> = {},
): Metric =>
  new Metric({
    namespace: "AWS/DynamoDB",
    metricName,
    dimensionsMap: { TableName: table.tableName, ...dimensions },
    statistic: "Sum",
    period: PERIOD,
  });
