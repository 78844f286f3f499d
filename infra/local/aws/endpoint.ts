import type { HttpMessage } from "#lib/platform/http-message.ts";
import { AwsError, unreadable } from "./aws-error.ts";
import { type Answer, type AnswerRequest, jsonAnswer } from "./http-server.ts";
import { type JsonObject, parseObject } from "./json.ts";
import type { Keys } from "./keys.ts";
import type { QueueAction } from "./queues/queue-actions.ts";
import { queueNeeds } from "./queues/queue-needs.ts";
import type { RoleCheck } from "./role-check.ts";
import type { secretActions } from "./secrets.ts";
import { type KeyNames, tableNeeds } from "./table-needs.ts";
import type { TableProxy } from "./table-proxy.ts";

/** What answers behind the one address. */
export interface EndpointParts {
  roles: RoleCheck;
  tables: TableProxy;
  keyNames: KeyNames;
  queueActions: Record<string, QueueAction>;
  keys: Keys;
  secrets: ReturnType<typeof secretActions>;
}

/** One request, read. */
interface AwsCall {
  target: string;
  operation: string;
  body: Buffer;
  parsed: JsonObject;
  authorization: string | undefined;
  signal: AbortSignal;
}
type Service = (parts: EndpointParts, call: AwsCall) => Answer | Promise<Answer>;

const SERVICES: Record<string, Service> = {
  DynamoDB_20120810: answerTable,
  DynamoDBStreams_20120810: answerTable,
  AmazonSQS: answerQueue,
  TrentService: answerKey,
  secretsmanager: answerSecret,
};

/** Serves the AWS JSON protocols: each request is dispatched by its `X-Amz-Target`. */
export function answerAwsCalls(parts: EndpointParts): AnswerRequest {
  return async (request, signal) => {
    try {
      return await answer(parts, request, signal);
    } catch (error) {
      return refusal(error);
    }
  };
}

async function answer(parts: EndpointParts, request: HttpMessage, signal: AbortSignal): Promise<Answer> {
  const target = String(request.header("x-amz-target"));
  const dot = target.indexOf(".");
  const service = SERVICES[target.slice(0, dot)];
  if (service === undefined) throw unknownOperation(target);
  const { body } = request;
  const authorization = request.header("authorization");
  const operation = target.slice(dot + 1);
  return service(parts, { target, operation, body, parsed: parseObject(body), authorization, signal });
}

function answerTable({ roles, tables, keyNames }: EndpointParts, call: AwsCall): Promise<Answer> {
  const caller = roles.identify(call.authorization, "dynamodb");
  roles.demand(caller, tableNeeds(call.operation, call.parsed, keyNames));
  return tables.pass(call);
}

async function answerQueue({ roles, queueActions }: EndpointParts, call: AwsCall): Promise<Answer> {
  const caller = roles.identify(call.authorization, "sqs");
  const run = queueActions[call.operation];
  if (run === undefined) throw unknownOperation(call.target);
  roles.demand(caller, queueNeeds(call.operation, call.parsed));
  return jsonAnswer(200, await run(call.parsed, { caller, signal: call.signal }));
}

function answerKey({ roles, keys }: EndpointParts, call: AwsCall): Answer {
  const caller = roles.identify(call.authorization, "kms");
  roles.demand(caller, keys.needs(call.operation, call.parsed));
  return jsonAnswer(200, keys.perform(call.operation, call.parsed));
}

function answerSecret({ roles, secrets }: EndpointParts, call: AwsCall): Answer {
  const caller = roles.identify(call.authorization, "secretsmanager");
  roles.demand(caller, secrets.needs(call.operation, call.parsed));
  return jsonAnswer(200, secrets.perform(call.operation, call.parsed));
}

function refusal(error: unknown): Answer {
  if (!(error instanceof AwsError)) {
    process.stderr.write(`local AWS endpoint: ${error instanceof Error ? error.stack : String(error)}\n`);
    return jsonAnswer(500, { __type: "InternalFailure", message: "The local AWS endpoint failed." });
  }
  const { status, type, message, queryCode } = error;
  const { headers, body } = jsonAnswer(status, { __type: type, message });
  const queryError = queryCode !== undefined && { "x-amzn-query-error": `${queryCode};Sender` };
  return { status, headers: { ...headers, ...queryError }, body };
}

const unknownOperation = (target: string): AwsError =>
  target === "undefined"
    ? unreadable("The request has no X-Amz-Target header.")
    : new AwsError("com.amazon.coral.service#UnknownOperationException", `${target} is not served locally.`);
