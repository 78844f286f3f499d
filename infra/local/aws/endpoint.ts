import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { AwsError, unreadable } from "./aws-error.ts";
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
}
type Answer = (call: AwsCall, response: ServerResponse) => void | Promise<void>;

/** Serves the AWS JSON protocols: each request is dispatched by its `X-Amz-Target`. */
export function answerAwsCalls(parts: EndpointParts): RequestListener {
  const services: Record<string, Answer> = {
    DynamoDB_20120810: (call, response) => answerTable(parts, call, response),
    DynamoDBStreams_20120810: (call, response) => answerTable(parts, call, response),
    AmazonSQS: (call, response) => answerQueue(parts, call, response),
    TrentService: (call, response) => answerKey(parts, call, response),
    secretsmanager: (call, response) => answerSecret(parts, call, response),
  };
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      answer(services, { request, body: Buffer.concat(chunks) }, response).catch((error: unknown) =>
        refuse(error, response),
      );
    });
  };
}

async function answer(
  services: Record<string, Answer>,
  { request, body }: { request: IncomingMessage; body: Buffer },
  response: ServerResponse,
): Promise<void> {
  const target = String(request.headers["x-amz-target"]);
  const dot = target.indexOf(".");
  const service = services[target.slice(0, dot)];
  if (service === undefined) throw unknownOperation(target);
  const { authorization } = request.headers;
  await service(
    { target, operation: target.slice(dot + 1), body, parsed: parseObject(body), authorization },
    response,
  );
}

function answerTable(
  { roles, tables, keyNames }: EndpointParts,
  call: AwsCall,
  response: ServerResponse,
): void {
  const caller = roles.identify(call.authorization, "dynamodb");
  roles.demand(caller, tableNeeds(call.operation, call.parsed, keyNames));
  tables.pass(call, response);
}

async function answerQueue(parts: EndpointParts, call: AwsCall, response: ServerResponse): Promise<void> {
  const caller = parts.roles.identify(call.authorization, "sqs");
  const run = parts.queueActions[call.operation];
  if (run === undefined) throw unknownOperation(call.target);
  parts.roles.demand(caller, queueNeeds(call.operation, call.parsed));
  const gone = new AbortController();
  // Without a reason, `abort` makes an exception with its stack.
  response.once("close", () => gone.abort("The caller closed the connection."));
  reply(response, 200, await run(call.parsed, { caller, signal: gone.signal }));
}

function answerKey({ roles, keys }: EndpointParts, call: AwsCall, response: ServerResponse): void {
  const caller = roles.identify(call.authorization, "kms");
  roles.demand(caller, keys.needs(call.operation, call.parsed));
  reply(response, 200, keys.perform(call.operation, call.parsed));
}

function answerSecret({ roles, secrets }: EndpointParts, call: AwsCall, response: ServerResponse): void {
  const caller = roles.identify(call.authorization, "secretsmanager");
  roles.demand(caller, secrets.needs(call.operation, call.parsed));
  reply(response, 200, secrets.perform(call.operation, call.parsed));
}

function refuse(error: unknown, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (!(error instanceof AwsError)) {
    process.stderr.write(`local AWS endpoint: ${error instanceof Error ? error.stack : String(error)}\n`);
    reply(response, 500, { __type: "InternalFailure", message: "The local AWS endpoint failed." });
    return;
  }
  if (error.queryCode !== undefined) response.setHeader("x-amzn-query-error", `${error.queryCode};Sender`);
  reply(response, error.status, { __type: error.type, message: error.message });
}

function reply(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "content-type": "application/x-amz-json-1.0",
    "content-length": bytes.length,
    "x-amzn-requestid": randomUUID(),
  });
  response.end(bytes);
}

const unknownOperation = (target: string): AwsError =>
  target === "undefined"
    ? unreadable("The request has no X-Amz-Target header.")
    : new AwsError("com.amazon.coral.service#UnknownOperationException", `${target} is not served locally.`);
