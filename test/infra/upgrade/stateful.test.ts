import { describe, expect, it } from "vitest";
import { findLosses, listStatefulResources } from "#infra/upgrade/stateful.ts";

const resource = (Type: string, Properties: Record<string, unknown> = {}, DeletionPolicy?: string) => ({
  Type,
  Properties,
  DeletionPolicy,
});
const key = (AttributeName: string) => [{ AttributeName, KeyType: "HASH" }];
const TABLE = resource(
  "AWS::DynamoDB::GlobalTable",
  { KeySchema: key("pk"), BillingMode: "PAY_PER_REQUEST" },
  "Retain",
);
const released = listStatefulResources({
  Resources: { Table: TABLE, Queue: resource("AWS::SQS::Queue", { FifoQueue: true }) },
});
const losses = (Resources: Record<string, ReturnType<typeof resource>>) =>
  findLosses(released, listStatefulResources({ Resources }), "prod");
const QUEUE = resource("AWS::SQS::Queue", { FifoQueue: true });

describe("an upgrade", () => {
  it("deletes no data if resources are added, or changed in place", () => {
    const Table = { ...TABLE, Properties: { ...TABLE.Properties, BillingMode: "PROVISIONED" } };
    expect(losses({ Table, Queue: QUEUE, More: QUEUE })).toEqual([]);
  });

  it("deletes the data of a resource whose logical id changes", () => {
    expect(losses({ Table2: TABLE, Queue: QUEUE })).toEqual([
      "prod: AWS::DynamoDB::GlobalTable Table would be deleted, with all data of the service",
    ]);
  });

  it("deletes the data of a resource that a changed property replaces", () => {
    const Table = { ...TABLE, Properties: { KeySchema: key("id") } };
    expect(losses({ Table, Queue: QUEUE })).toEqual([
      "prod: AWS::DynamoDB::GlobalTable Table would be replaced (KeySchema), which deletes all data of the service",
    ]);
    expect(losses({ Table: TABLE, Queue: resource("AWS::SQS::Queue") })[0]).toContain("(FifoQueue)");
  });

  it("deletes the daily copies if their vault is replaced", () => {
    const vault = (BackupVaultName: string) => resource("AWS::Backup::BackupVault", { BackupVaultName });
    const [before, now] = ["a", "b"].map((name) =>
      listStatefulResources({ Resources: { Vault: vault(name) } }),
    );
    expect(findLosses(before ?? {}, now ?? {}, "prod")).toEqual([
      "prod: AWS::Backup::BackupVault Vault would be replaced (BackupVaultName), which deletes the daily copies of the table",
    ]);
  });

  it("reports a resource that is no longer retained", () => {
    expect(losses({ Table: { ...TABLE, DeletionPolicy: "Delete" }, Queue: QUEUE })).toEqual([
      "prod: AWS::DynamoDB::GlobalTable Table was Retain and would be Delete when it leaves the stack",
    ]);
  });
});

describe("the stateful resources", () => {
  it("include the event source mapping of the stream, because of its position, but no functions and no mappings of queues", () => {
    const mapping = (properties: object) =>
      resource("AWS::Lambda::EventSourceMapping", { EventSourceArn: "arn", ...properties });
    const Resources = {
      Function: resource("AWS::Lambda::Function"),
      OfQueue: mapping({}),
      OfStream: mapping({ StartingPosition: "TRIM_HORIZON" }),
    };
    expect(Object.keys(listStatefulResources({ Resources }))).toEqual(["OfStream"]);
  });
});
