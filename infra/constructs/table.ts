import {
  AttributeType,
  Billing,
  CfnGlobalTable,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { removalPolicy, type Stage } from "#infra/stage.ts";
import { INDEXES, KEYS_ONLY_INDEX, TTL_ATTRIBUTE } from "#lib/table/indexes.ts";

/** The table of a stack, which may be copied to another region at any time (ADR 0030). */
export function makeTable(scope: Construct, stage: Stage, standbyRegion: string | undefined): ITable {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new TableV2(scope, "Table", {
    partitionKey: text("pk"),
    sortKey: text("sk"),
    billing: Billing.onDemand(),
    timeToLiveAttribute: TTL_ATTRIBUTE,
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: stage.recoveryPeriod.toDays(),
    },
    deletionProtection: stage.keepsData,
    removalPolicy: removalPolicy(stage),
    globalSecondaryIndexes: INDEXES.map((indexName) => ({
      indexName,
      partitionKey: text(`${indexName}pk`),
      sortKey: text(`${indexName}sk`),
      projectionType: indexName === KEYS_ONLY_INDEX ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
    })),
  });
  if (standbyRegion !== undefined) addReplica(table, stage, standbyRegion);
  return table;
}

/** The construct takes replicas only in stacks that say which region they are for; this one is for any. */
function addReplica(table: TableV2, stage: Stage, region: string): void {
  const { defaultChild } = table.node;
  if (!(defaultChild instanceof CfnGlobalTable)) throw new Error("the table has no resource");
  defaultChild.addPropertyOverride("Replicas.1", {
    Region: region,
    PointInTimeRecoverySpecification: {
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: stage.recoveryPeriod.toDays(),
    },
    DeletionProtectionEnabled: stage.keepsData,
    GlobalSecondaryIndexes: INDEXES.map((IndexName) => ({ IndexName })),
  });
}

/** A table that is no resource of the stack, by its stream: one restored from a backup, or a copy. It has the same keys and indexes. */
export const tableOfStream = (scope: Construct, id: string, tableStreamArn: string): ITable =>
  Table.fromTableAttributes(scope, id, {
    tableArn: tableStreamArn.replace(/\/stream\/.*$/, ""),
    tableStreamArn,
    globalIndexes: [...INDEXES],
  });
