import { request } from "node:http";
import { AwsError } from "./aws-error.ts";
import { isObject, type JsonObject, parseObject } from "./json.ts";
import { REGION } from "./types.ts";

/**
 * Headers that identify the caller to an engine. Engines don't verify the signature, but some have one database per
 * access key and region, so all calls use the same key.
 */
export const ENGINE_CREDENTIALS = {
  authorization: `AWS4-HMAC-SHA256 Credential=local/20200101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  "x-amz-date": "20200101T000000Z",
} as const;

/**
 * Calls a DynamoDB engine, without role check and conflicts. `target` is the protocol's: `DynamoDB_20120810.Scan`,
 * `DynamoDBStreams_20120810.GetRecords`.
 *
 * @throws {AwsError} an error of the engine, by its name
 */
export async function callEngine(endpoint: string, target: string, body: object): Promise<JsonObject> {
  const { status, content } = await post(endpoint, target, JSON.stringify(body));
  const parsed = parseObject(content);
  if (status === 200) return parsed;
  const { __type: type, message } = parsed;
  throw new AwsError(String(type), String(message ?? parsed["Message"] ?? ""), { status });
}

function post(endpoint: string, target: string, body: string): Promise<{ status: number; content: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; content: Buffer }>();
  const headers = {
    ...ENGINE_CREDENTIALS,
    "content-type": "application/x-amz-json-1.0",
    "content-length": Buffer.byteLength(body),
    "x-amz-target": target,
  };
  request(endpoint, { method: "POST", headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => resolve({ status: response.statusCode ?? 500, content: Buffer.concat(chunks) }));
  })
    .on("error", reject)
    .end(body);
  return promise;
}

/** Returns whether an error is an `AwsError` of that name: `isAwsError(error, "ResourceNotFoundException")`. */
export const isAwsError = (error: unknown, name: string): boolean =>
  error instanceof AwsError && error.name === name;

/** Returns the objects of a list in an engine's response; none if the list is missing. */
export const objectsIn = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);
