import { SERVICES, splitPermission } from "#infra/permission-resources.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";

/** Resources that a service without mail does not have. */
const OF_MAIL: ReadonlySet<string> = new Set(["mails", "smtpSecret", "mailIdentity"]);

/** Lists the actions that a function's role must allow without mail: its permissions, its event source and its log. */
export function listExpectedActions(spec: FunctionSpec): string[] {
  const permitted = spec.permissions
    .map(splitPermission)
    .filter(({ resource }) => !OF_MAIL.has(resource))
    .map(({ resource, action }) => `${SERVICES[resource]}:${action}`);
  const log = ["logs:CreateLogStream", "logs:PutLogEvents"];
  return [...new Set([...permitted, ...listSourceActions(spec), ...log])].toSorted();
}

function listSourceActions(spec: FunctionSpec): string[] {
  if (!("source" in spec) || "schedule" in spec.source) return [];
  if ("queue" in spec.source)
    return [
      "sqs:ChangeMessageVisibility",
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
      "sqs:ReceiveMessage",
    ];
  const streamActions = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];
  return [...streamActions.map((action) => `dynamodb:${action}`), "sqs:SendMessage"];
}
