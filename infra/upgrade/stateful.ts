/** Types of resources whose content a deployment can't restore, and properties whose change replaces the resource. */
const STATEFUL: Record<string, { content: string; fixed: readonly string[] }> = {
  "AWS::ApiGateway::DomainName": { content: "the domain's address", fixed: ["DomainName"] },
  "AWS::ApiGateway::RestApi": { content: "the address of the service", fixed: [] },
  "AWS::ApiGateway::Stage": { content: "the address of the service", fixed: ["RestApiId", "StageName"] },
  "AWS::Backup::BackupVault": {
    content: "the daily copies of the table",
    fixed: ["BackupVaultName", "EncryptionKeyArn"],
  },
  "AWS::CloudFormation::Stack": { content: "everything in the nested stack", fixed: [] },
  "AWS::DynamoDB::GlobalTable": {
    content: "all data of the service",
    fixed: ["AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes", "TableName"],
  },
  "AWS::KMS::Key": {
    content: "a key, and everything encrypted or signed with it",
    fixed: ["KeySpec", "KeyUsage", "MultiRegion"],
  },
  "AWS::KMS::ReplicaKey": {
    content: "a key, and everything encrypted or signed with it",
    fixed: ["PrimaryKeyArn"],
  },
  "AWS::Lambda::EventSourceMapping": {
    content: "the position in the stream: a day of changes would be read again",
    fixed: ["EventSourceArn", "StartingPosition"],
  },
  "AWS::Logs::LogGroup": { content: "a log", fixed: ["LogGroupName"] },
  "AWS::SQS::Queue": {
    content: "the messages in the queue, and its URL",
    fixed: ["FifoQueue", "QueueName"],
  },
};

/** Stateful resources, by logical id. */
type Stateful = Record<string, StatefulResource>;

interface StatefulResource {
  type: string;
  deletionPolicy: string;
  /** Properties that can't be changed in place. */
  fixed: Record<string, unknown>;
}

interface Template {
  Resources: Record<
    string,
    { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string | undefined }
  >;
}

/** Lists the stateful resources of a stage's templates, by logical id. */
export function listStatefulResources({ Resources }: Template): Stateful {
  const entries = Object.entries(Resources).flatMap(([logicalId, resource]): [string, StatefulResource][] => {
    const { Type: type, Properties, DeletionPolicy: deletionPolicy = "Delete" } = resource;
    const fixedNames = STATEFUL[type]?.fixed;
    // The event source mapping of a queue has no state, unlike that of a stream.
    const isQueueMapping = type.endsWith("EventSourceMapping") && !("StartingPosition" in Properties);
    if (fixedNames === undefined || isQueueMapping) return [];
    const names = fixedNames.filter((name) => Properties[name] !== undefined);
    const fixed = Object.fromEntries(names.map((name) => [name, Properties[name]]));
    return [[logicalId, { type, deletionPolicy, fixed }]];
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Finds what an upgrade from the released to the current resources would lose; one sentence each. */
export function findLosses(released: Stateful, current: Stateful, name: string): string[] {
  return Object.entries(released).flatMap(([logicalId, before]) => {
    const after = current[logicalId];
    const resource = `${name}: ${before.type} ${logicalId}`;
    const { content = "" } = STATEFUL[before.type] ?? {};
    if (after === undefined || after.type !== before.type)
      return [`${resource} would be deleted, with ${content}`];
    const changed = Object.keys({ ...before.fixed, ...after.fixed }).filter(
      (property) => JSON.stringify(before.fixed[property]) !== JSON.stringify(after.fixed[property]),
    );
    if (changed.length > 0)
      return [`${resource} would be replaced (${changed.join(", ")}), which deletes ${content}`];
    return before.deletionPolicy === after.deletionPolicy
      ? []
      : [
          `${resource} was ${before.deletionPolicy} and would be ${after.deletionPolicy} when it leaves the stack`,
        ];
  });
}
