/** Types that hold what no deployment makes again: what is in them, and properties whose change makes CloudFormation replace them. */
const STATEFUL: Record<string, { holds: string; fixed: readonly string[] }> = {
  "AWS::ApiGateway::DomainName": { holds: "the domain's address", fixed: ["DomainName"] },
  "AWS::ApiGateway::RestApi": { holds: "the address of the service", fixed: [] },
  "AWS::ApiGateway::Stage": { holds: "the address of the service", fixed: ["RestApiId", "StageName"] },
  "AWS::Backup::BackupVault": {
    holds: "the daily copies of the table",
    fixed: ["BackupVaultName", "EncryptionKeyArn"],
  },
  "AWS::CloudFormation::Stack": { holds: "everything in the nested stack", fixed: [] },
  "AWS::DynamoDB::GlobalTable": {
    holds: "all data of the service",
    fixed: ["AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes", "TableName"],
  },
  "AWS::KMS::Key": {
    holds: "a key, and everything encrypted or signed with it",
    fixed: ["KeySpec", "KeyUsage", "MultiRegion"],
  },
  "AWS::KMS::ReplicaKey": {
    holds: "a key, and everything encrypted or signed with it",
    fixed: ["PrimaryKeyArn"],
  },
  "AWS::Lambda::EventSourceMapping": {
    holds: "the position in the stream: a day of changes would be read again",
    fixed: ["EventSourceArn", "StartingPosition"],
  },
  "AWS::Logs::LogGroup": { holds: "a log", fixed: ["LogGroupName"] },
  "AWS::SQS::Queue": {
    holds: "the messages in the queue, and its URL",
    fixed: ["FifoQueue", "QueueName"],
  },
};

/** The resources that hold data, by logical id. */
type Stateful = Record<string, StatefulResource>;

interface StatefulResource {
  type: string;
  /** Its deletion policy. */
  whenGone: string;
  /** Properties that can't be changed in place. */
  fixed: Record<string, unknown>;
}

interface Template {
  Resources: Record<
    string,
    { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string | undefined }
  >;
}

/** The resources of a stage's templates that hold something, by logical id. */
export function statefulIn({ Resources }: Template): Stateful {
  const found = Object.entries(Resources).flatMap(([logicalId, resource]): [string, StatefulResource][] => {
    const { Type: type, Properties, DeletionPolicy: whenGone = "Delete" } = resource;
    const fixed = STATEFUL[type]?.fixed;
    // A reader of a queue holds nothing: the queue does.
    const isReaderOfQueue = type.endsWith("EventSourceMapping") && !("StartingPosition" in Properties);
    if (fixed === undefined || isReaderOfQueue) return [];
    const kept = fixed.filter((name) => Properties[name] !== undefined);
    return [
      [
        logicalId,
        { type, whenGone, fixed: Object.fromEntries(kept.map((name) => [name, Properties[name]])) },
      ],
    ];
  });
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What an upgrade from the released resources to the present ones would lose, a sentence each. What is new loses nothing. */
export function lossesIn(released: Stateful, present: Stateful, name: string): string[] {
  return Object.entries(released).flatMap(([logicalId, before]) => {
    const now = present[logicalId];
    const resource = `${name}: ${before.type} ${logicalId}`;
    const { holds = "" } = STATEFUL[before.type] ?? {};
    if (now === undefined || now.type !== before.type) return [`${resource} would be deleted, with ${holds}`];
    const changed = Object.keys({ ...before.fixed, ...now.fixed }).filter(
      (property) => JSON.stringify(before.fixed[property]) !== JSON.stringify(now.fixed[property]),
    );
    if (changed.length > 0)
      return [`${resource} would be replaced (${changed.join(", ")}), which deletes ${holds}`];
    return before.whenGone === now.whenGone
      ? []
      : [`${resource} was ${before.whenGone} and would be ${now.whenGone} when it leaves the stack`];
  });
}
