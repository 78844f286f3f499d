import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { AwsError, serializationError } from "./aws-error.ts";
import { type Emails, SEND_EMAIL_PATH } from "./emails.ts";
import { type JsonObject, parseObject } from "./json.ts";
import type { Keys } from "./keys.ts";
import { listQueuePermissions, type QueueAction } from "./queues/queue-actions.ts";
import type { RoleCheck } from "./role-check.ts";
import type { secretActions } from "./secrets.ts";
import { type KeyNames, listTablePermissions } from "./table-permissions.ts";
import type { TableProxy } from "./table-proxy.ts";

/** The local services behind the endpoint. */
export interface LocalServices {
  roles: RoleCheck;
  tables: TableProxy;
  keyNames: KeyNames;
  queueActions: Record<string, QueueAction>;
  keys: Keys;
  secrets: ReturnType<typeof secretActions>;
  emails: Emails;
}

/** One parsed request. */
interface AwsCall {
  target: string;
  operation: string;
  body: Buffer;
  parsed: JsonObject;
  authorization: string | undefined;
  traceHeader: string | undefined;
}
type HandleCall = (call: AwsCall, response: ServerResponse) => void | Promise<void>;

/** Creates a request listener for the AWS JSON protocols. It dispatches each request by its `X-Amz-Target`, and those of SES by their path. */
export function createAwsHandler(services: LocalServices): RequestListener {
  const handlers: Record<string, HandleCall> = {
    DynamoDB_20120810: (call, response) => handleTableCall(services, call, response),
    DynamoDBStreams_20120810: (call, response) => handleTableCall(services, call, response),
    AmazonSQS: (call, response) => handleQueueCall(services, call, response),
    TrentService: (call, response) => handleKeyCall(services, call, response),
    secretsmanager: (call, response) => handleSecretCall(services, call, response),
  };
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const whole = { request, body: Buffer.concat(chunks) };
      const isEmail = request.method === "POST" && request.url === SEND_EMAIL_PATH;
      const handled = isEmail ? handleEmail(services, whole, response) : dispatch(handlers, whole, response);
      handled.catch((error: unknown) => sendError(error, response));
    });
  };
}

interface WholeRequest {
  request: IncomingMessage;
  body: Buffer;
}

async function dispatch(
  handlers: Record<string, HandleCall>,
  { request, body }: WholeRequest,
  response: ServerResponse,
): Promise<void> {
  const target = String(request.headers["x-amz-target"]);
  const dot = target.indexOf(".");
  const handle = handlers[target.slice(0, dot)];
  if (handle === undefined) throw unknownOperation(target);
  const { authorization, "x-amzn-trace-id": trace } = request.headers;
  const traceHeader = typeof trace === "string" ? trace : undefined;
  const operation = target.slice(dot + 1);
  await handle({ target, operation, body, parsed: parseObject(body), authorization, traceHeader }, response);
}

function handleTableCall(
  { roles, tables, keyNames }: LocalServices,
  call: AwsCall,
  response: ServerResponse,
): void {
  const caller = roles.identify(call.authorization, "dynamodb");
  roles.authorize(caller, listTablePermissions(call.operation, call.parsed, keyNames));
  tables.handle(call, response);
}

async function handleQueueCall(
  { roles, queueActions }: LocalServices,
  call: AwsCall,
  response: ServerResponse,
): Promise<void> {
  const caller = roles.identify(call.authorization, "sqs");
  const run = queueActions[call.operation];
  if (run === undefined) throw unknownOperation(call.target);
  roles.authorize(caller, listQueuePermissions(call.operation, call.parsed));
  const closed = new AbortController();
  // A reason avoids the default one, an exception with its stack.
  response.once("close", () => closed.abort("The caller closed the connection."));
  sendJson(
    response,
    200,
    await run(call.parsed, { caller, traceHeader: call.traceHeader, signal: closed.signal }),
  );
}

function handleKeyCall({ roles, keys }: LocalServices, call: AwsCall, response: ServerResponse): void {
  const caller = roles.identify(call.authorization, "kms");
  roles.authorize(caller, keys.requiredPermissions(call.operation, call.parsed));
  sendJson(response, 200, keys.run(call.operation, call.parsed));
}

function handleSecretCall({ roles, secrets }: LocalServices, call: AwsCall, response: ServerResponse): void {
  const caller = roles.identify(call.authorization, "secretsmanager");
  roles.authorize(caller, secrets.requiredPermissions(call.operation, call.parsed));
  sendJson(response, 200, secrets.run(call.operation, call.parsed));
}

async function handleEmail(
  { roles, emails }: LocalServices,
  { request, body }: WholeRequest,
  response: ServerResponse,
): Promise<void> {
  const caller = roles.identify(request.headers.authorization, "ses");
  const parsed = parseObject(body);
  roles.authorize(caller, emails.requiredPermissions(parsed));
  sendJson(response, 200, emails.send(parsed));
}

function sendError(error: unknown, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (!(error instanceof AwsError)) {
    process.stderr.write(`local AWS endpoint: ${error instanceof Error ? error.stack : String(error)}\n`);
    sendJson(response, 500, { __type: "InternalFailure", message: "The local AWS endpoint failed." });
    return;
  }
  if (error.queryCode !== undefined) response.setHeader("x-amzn-query-error", `${error.queryCode};Sender`);
  sendJson(response, error.status, { __type: error.type, message: error.message });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
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
    ? serializationError("The request has no X-Amz-Target header.")
    : new AwsError("com.amazon.coral.service#UnknownOperationException", `${target} is not served locally.`);
