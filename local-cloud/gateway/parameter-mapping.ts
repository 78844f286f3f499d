import { findHeader, type GatewayRequest } from "./gateway-request.ts";

/** An error of the gateway itself, as available in templates. */
export interface GatewayError {
  message: string;
  responseType: string;
}

/** Returns the value of a `context` variable; undefined if it is not set. */
export function findContextValue(
  request: GatewayRequest,
  name: string,
  error?: GatewayError,
): string | undefined {
  if (name.startsWith("authorizer.")) {
    const value = request.authorizer?.[name.slice("authorizer.".length)];
    return value === undefined ? undefined : String(value);
  }
  switch (name) {
    case "requestId":
      return request.requestId;
    case "extendedRequestId":
      return request.extendedRequestId;
    case "httpMethod":
      return request.method;
    case "path":
      return request.fullPath;
    case "resourcePath":
      return request.match?.route.resource;
    case "stage":
      return request.stage;
    case "domainName":
      return request.domainName;
    case "identity.sourceIp":
      return request.sourceIp;
    case "identity.userAgent":
      return findHeader(request, "user-agent");
    case "requestTimeEpoch":
      return String(request.receivedAt.getTime());
    case "error.message":
      return error?.message;
    case "error.messageString":
      return error && JSON.stringify(error.message);
    case "error.responseType":
      return error?.responseType;
    default:
      throw new Error(`the local gateway does not know $context.${name}`);
  }
}

/** Replaces `$context.…` in a template, without escaping, as API Gateway does. Throws for any other variable. */
export function fillTemplate(template: string, request: GatewayRequest, error?: GatewayError): string {
  const unknown = /\$(?!context\.)[A-Za-z{][\w.]*|#(?:set|if|foreach)\b/.exec(template);
  if (unknown !== null) throw new Error(`the local gateway does not know ${unknown[0]} in a template`);
  return template.replace(
    /\$context\.(\w+(?:\.\w+)*)/g,
    (_match, name: string) => findContextValue(request, name, error) ?? "",
  );
}

/** Returns the value of a parameter mapping: `'static'`, `context.requestId`, `method.request.header.Origin`, … */
export function findMappedValue(expression: string, request: GatewayRequest): string | undefined {
  if (expression.startsWith("'")) return expression.slice(1, -1);
  if (expression.startsWith("context."))
    return findContextValue(request, expression.slice("context.".length));
  const [, location, name = ""] = /^method\.request\.(header|querystring|path)\.(.+)$/.exec(expression) ?? [];
  switch (location) {
    case "header":
      return findHeader(request, name);
    case "querystring":
      return request.query?.[name];
    case "path":
      return request.match?.pathParameters?.[name];
    default:
      throw new Error(`the local gateway does not know the mapping ${expression}`);
  }
}
