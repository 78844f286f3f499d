import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { HttpResponse } from "@smithy/core/protocols";
import { AwsError } from "#local-cloud/aws/aws-error.ts";
import { Conflicts } from "#local-cloud/aws/conflicts.ts";
import { EngineClient } from "#local-cloud/aws/engine-client.ts";
import type { EngineResponse } from "#local-cloud/aws/engine-response.ts";
import { parseObject } from "#local-cloud/aws/json.ts";
import { type AwsEndpoint, OPERATOR } from "#local-cloud/aws/types.ts";

/** A call of the engine: its target, such as `DynamoDB_20120810.PutItem`, and its body. */
type Call = (target: string, body: Buffer) => Promise<HttpResponse>;

const SINGLE_WRITE = /\.(PutItem|UpdateItem|DeleteItem)$/;
const TRANSACTION = /\.TransactWriteItems$/;
const CONFLICT_SEED = 1;
/** Parts of the SDK that only identify the caller. */
const IDENTIFICATION = [
  "contentLengthMiddleware",
  "getUserAgentMiddleware",
  "hostHeaderMiddleware",
  "httpAuthSchemeMiddleware",
  "httpSigningMiddleware",
  "omitRetryHeadersMiddleware",
  "recursionDetectionMiddleware",
];

/**
 * Connects each document client that is created while the environment is that of a local table with its engine: three quarters of the CPU time of a call are signatures, and
 * HTTP to the local AWS endpoint and back. Calls conflict as they do there, and need the permissions of the role in the environment in which their
 * client was created. Returns a function that ends this.
 */
export function connectDirectly(
  { url, tableEndpoint, authorizeTableCall }: AwsEndpoint,
  keyNames: ReadonlyMap<string, string[]>,
): () => void {
  const engine = new EngineClient(tableEndpoint);
  const call = withConflicts(new Conflicts(keyNames, CONFLICT_SEED), async (target, body) =>
    toResponse(await engine.call(target, body)),
  );
  const { from } = DynamoDBDocumentClient;
  DynamoDBDocumentClient.from = (client, options) => {
    const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID = "" } = process.env;
    if (AWS_ENDPOINT_URL === url)
      connect(
        client,
        AWS_ACCESS_KEY_ID === OPERATOR ? call : withRole(AWS_ACCESS_KEY_ID, authorizeTableCall, call),
      );
    return from.call(DynamoDBDocumentClient, client, options);
  };
  return () => {
    DynamoDBDocumentClient.from = from;
    engine.close();
  };
}

function connect({ config, middlewareStack }: DynamoDBClient, call: Call): void {
  for (const name of IDENTIFICATION) middlewareStack.remove(name);
  const { requestHandler } = config;
  config.requestHandler = {
    async handle(request, options) {
      const { "x-amz-target": target = "" } = request.headers;
      // A call of another service with the connections of this client.
      if (!target.startsWith("DynamoDB")) return requestHandler.handle(request, options);
      return { response: await call(target, toBuffer(request.body)) };
    },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  };
}

const withRole =
  (caller: string, authorize: AwsEndpoint["authorizeTableCall"], call: Call): Call =>
  async (target, body) => {
    try {
      authorize(caller, target.slice(target.indexOf(".") + 1), parseObject(body));
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return toRejection({ __type: error.type, message: error.message });
    }
    return call(target, body);
  };

const withConflicts =
  (conflicts: Conflicts, call: Call): Call =>
  async (target, body) => {
    if (SINGLE_WRITE.test(target)) {
      const error = conflicts.findError(parseObject(body));
      if (error) return toRejection(error);
    }
    if (!TRANSACTION.test(target)) return call(target, body);
    const transaction = conflicts.start(parseObject(body));
    if (!("end" in transaction)) return toRejection(transaction);
    try {
      return await call(target, body);
    } finally {
      transaction.end();
    }
  };

const toBuffer = (body: Uint8Array): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const toResponse = ({ status, body }: EngineResponse): HttpResponse =>
  new HttpResponse({ statusCode: status, headers: {}, body });

const toRejection = (error: object): HttpResponse =>
  new HttpResponse({ statusCode: 400, headers: {}, body: Buffer.from(JSON.stringify(error)) });
