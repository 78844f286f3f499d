import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent, Context } from "aws-lambda";
import type { Caller } from "#lib/caller.ts";
import type { GatewayContext, RateState } from "#lib/entry/http/gateway-context.ts";

/** Parameters of a query; a list repeats its name. */
export type Query = Record<string, string | number | readonly (string | number)[]>;

/** The values of each parameter of a query, as API Gateway sends them. */
export const valuesIn = (query: Query): Record<string, string[]> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]));

/** The parts of a request that a test sets. The others have the values of API Gateway. */
export interface RequestParts {
  /** The caller in the authorizer context, which is missing without one. */
  caller?: Caller;
  rate?: RateState;
  refusal?: NonNullable<GatewayContext["refusal"]>;
  path?: Record<string, string>;
  query?: Query;
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
  /** By default, a body has the content type JSON. */
  headers?: Record<string, string>;
  isBase64Encoded?: boolean;
}

/** The request id of the gateway. */
export const REQUEST_ID = "11111111-2222-3333-4444-555555555555";

/** The proxy event (version 1) that API Gateway sends for a route such as `GET /bookings/{id}`. */
export function gatewayEvent(route: string, parts: RequestParts = {}): APIGatewayProxyEvent {
  const [httpMethod = "", resource = ""] = route.split(" ");
  const path = resource.replace(/\{(\w+)\+?\}/g, (_, name: string) => parts.path?.[name] ?? name);
  const { body } = parts;
  const query = valuesIn(parts.query ?? {});
  const headers = parts.headers ?? (body === undefined ? {} : { "Content-Type": "application/json" });
  return {
    httpMethod,
    resource,
    path,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    pathParameters: parts.path ?? null,
    queryStringParameters: Object.fromEntries(
      Object.entries(query).map(([name, values]) => [name, values.at(-1)]),
    ),
    multiValueQueryStringParameters: query,
    stageVariables: null,
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    isBase64Encoded: parts.isBase64Encoded ?? false,
    requestContext: requestContext(route, parts),
  };
}

/** The event that API Gateway sends to a REQUEST authorizer. */
export function authorizerEvent(
  sent: { headers?: Record<string, string[]>; query?: Query },
  route = "GET /bookings",
): APIGatewayRequestAuthorizerEvent {
  const { requestContext, ...event } = gatewayEvent(route, { query: sent.query ?? {} });
  const methodArn = `arn:aws:execute-api:us-east-1:000000000000:api/v1/${route.replace(" ", "")}`;
  return {
    ...event,
    type: "REQUEST",
    methodArn,
    headers: Object.fromEntries(
      Object.entries(sent.headers ?? {}).map(([name, values]) => [name, values.at(-1)]),
    ),
    multiValueHeaders: sent.headers ?? {},
    requestContext: { ...requestContext, authorizer: undefined },
  };
}

function requestContext(route: string, parts: RequestParts): APIGatewayProxyEvent["requestContext"] {
  const [httpMethod = "", resource = ""] = route.split(" ");
  return {
    accountId: "000000000000",
    apiId: "api",
    authorizer: authorizerContext(parts),
    domainName: "api.example.com",
    httpMethod,
    identity: NOBODY,
    path: `/v1${resource}`,
    protocol: "HTTP/1.1",
    extendedRequestId: REQUEST_ID,
    // On API Gateway, a caller can choose this one.
    requestId: "chosen by the caller",
    requestTimeEpoch: Date.UTC(2026, 0, 5),
    resourceId: "resource",
    resourcePath: resource,
    stage: "v1",
  };
}

function authorizerContext({ caller, rate, refusal }: RequestParts): Record<string, string> | null {
  if (!caller && !refusal) return null;
  return {
    ...(caller && { caller: JSON.stringify(caller) }),
    ...(rate && { rate: JSON.stringify(rate) }),
    ...(refusal && { refusal }),
    principalId: caller?.credentialId ?? "unknown",
    integrationLatency: "1",
  };
}

const NOBODY: APIGatewayProxyEvent["requestContext"]["identity"] = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp: "192.0.2.1",
  user: null,
  userAgent: null,
  userArn: null,
};

/** The context of one invocation. */
export const LAMBDA_CONTEXT: Context = {
  awsRequestId: REQUEST_ID,
  callbackWaitsForEmptyEventLoop: false,
  functionName: "function",
  functionVersion: "1",
  invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:function",
  memoryLimitInMB: "1024",
  logGroupName: "group",
  logStreamName: "stream",
  getRemainingTimeInMillis: () => 29_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
};
