import { request } from "node:http";
import { AwsError } from "./aws-error.ts";
import { isObject, type JsonObject, parseObject } from "./json.ts";
import { REGION } from "./types.ts";

/**
 * Headers that name a caller to an engine. Engines don't verify the signature, but some keep one database per
 * access key and region, so everyone comes under the same name.
 */
export const ENGINE_CREDENTIALS = {
  authorization: `AWS4-HMAC-SHA256 Credential=local/20200101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  "x-amz-date": "20200101T000000Z",
} as const;

/**
 * One call to a DynamoDB engine, past role check and conflicts. `target` is the wire's:
 * `DynamoDB_20120810.Scan`, `DynamoDBStreams_20120810.GetRecords`. A refusal is thrown as an `AwsError` named like it.
 */
export async function callEngine(endpoint: string, target: string, body: object): Promise<JsonObject> {
  const { status, answer } = await post(endpoint, target, JSON.stringify(body));
  const parsed = parseObject(answer);
  if (status === 200) return parsed;
  const { __type: type, message } = parsed;
  throw new AwsError(String(type), String(message ?? parsed["Message"] ?? ""), { status });
}

function post(endpoint: string, target: string, body: string): Promise<{ status: number; answer: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: Buffer }>();
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
    response.on("end", () => resolve({ status: response.statusCode ?? 500, answer: Buffer.concat(chunks) }));
  })
    .on("error", reject)
    .end(body);
  return promise;
}

/** Whether an error is the engine's answer of that name: `isAnswer(error, "ResourceNotFoundException")`. */
export const isAnswer = (error: unknown, name: string): boolean =>
  error instanceof AwsError && error.name === name;

/** The objects of a list in an engine's answer; none when it is missing. */
export const objectsIn = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);
