import { ACCOUNT, REGION } from "#local-cloud/aws/types.ts";
import { REST_API_ID } from "#local-cloud/template/local-names.ts";
import { findHeader, type GatewayRequest } from "./gateway-request.ts";

/** Builds the event of a Lambda proxy integration (payload 1.0), as JSON. */
export function buildProxyEvent(request: GatewayRequest, isBinary: (contentType: string) => boolean): string {
  const { body } = request;
  const binary = body !== undefined && isBinary(findHeader(request, "content-type") ?? "");
  return JSON.stringify({
    ...sharedFields(request),
    body: body?.toString(binary ? "base64" : "utf8") ?? null,
    isBase64Encoded: binary,
  });
}

/** Builds the event of a REQUEST authorizer, as JSON. */
export const buildAuthorizerEvent = (request: GatewayRequest): string =>
  JSON.stringify({ type: "REQUEST", methodArn: buildMethodArn(request), ...sharedFields(request) });

/** Builds the ARN of the called method, which the authorizer's policy is evaluated for. */
export const buildMethodArn = ({ method, path, stage }: GatewayRequest): string =>
  `arn:aws:execute-api:${REGION}:${ACCOUNT}:${REST_API_ID}/${stage}/${method}${path}`;

function sharedFields(request: GatewayRequest): object {
  return {
    resource: request.match?.route.resource,
    path: request.path,
    httpMethod: request.method,
    headers: request.headers,
    multiValueHeaders: request.multiValueHeaders,
    queryStringParameters: request.query,
    multiValueQueryStringParameters: request.multiValueQuery,
    pathParameters: request.match?.pathParameters ?? null,
    stageVariables: null,
    requestContext: requestContext(request),
  };
}

function requestContext(request: GatewayRequest): object {
  return {
    accountId: ACCOUNT,
    apiId: REST_API_ID,
    resourceId: request.match?.route.resource,
    resourcePath: request.match?.route.resource,
    httpMethod: request.method,
    path: request.fullPath,
    stage: request.stage,
    domainName: request.domainName,
    domainPrefix: request.domainName.split(".")[0],
    protocol: "HTTP/1.1",
    requestId: request.requestId,
    extendedRequestId: request.extendedRequestId,
    requestTime: request.receivedAt.toUTCString(),
    requestTimeEpoch: request.receivedAt.getTime(),
    identity: { sourceIp: request.sourceIp, userAgent: findHeader(request, "user-agent") ?? null },
    ...(request.authorizer && { authorizer: request.authorizer }),
  };
}
