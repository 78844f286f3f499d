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
import { INDEXES, KEYS_ONLY_INDEX, TTL_ATTRIBUTE } from "#lib/storage/table/indexes.ts";

/** Creates the table of a stack. A replica in another region can be added at any time (ADR 0030). */
export function createTable(scope: Construct, stage: Stage, standbyRegion: string | undefined): ITable {
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
  // CDK's classes may return undefined for optional properties of their interfaces.
  return table as ITable;
}

/** Adds a replica. The construct accepts replicas only in stacks with a fixed region, and this stack has none. */
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

/** Refers to a table outside the stack by its stream: a restored table or a replica, with the same keys and indexes. */
export const tableOfStream = (scope: Construct, id: string, tableStreamArn: string): ITable =>
  Table.fromTableAttributes(scope, id, {
    tableArn: tableStreamArn.replace(/\/stream\/.*$/, ""),
    tableStreamArn,
    globalIndexes: [...INDEXES],
  });
