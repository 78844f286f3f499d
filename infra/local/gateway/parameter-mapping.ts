import { type GatewayRequest, headerOf, STAGE } from "./gateway-request.ts";

/** An error of the gateway itself, as templates see it. */
export interface GatewayError {
  message: string;
  responseType: string;
}

/** Value of a `context` variable; undefined for one that is not set. */
export function contextValue(
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
      return STAGE;
    case "domainName":
      return request.domainName;
    case "identity.sourceIp":
      return request.sourceIp;
    case "identity.userAgent":
      return headerOf(request, "user-agent");
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

/** Fills `$context.…` into a template, unescaped as the gateway does; any other variable is an error. */
export function fillTemplate(template: string, request: GatewayRequest, error?: GatewayError): string {
  const unknown = /\$(?!context\.)[A-Za-z{][\w.]*|#(?:set|if|foreach)\b/.exec(template);
  if (unknown !== null) throw new Error(`the local gateway does not know ${unknown[0]} in a template`);
  return template.replace(
    /\$context\.(\w+(?:\.\w+)*)/g,
    (_match, name: string) => contextValue(request, name, error) ?? "",
  );
}

/** Value of a parameter mapping: `'static'`, `context.requestId`, `method.request.header.Origin`, …; undefined drops it. */
export function mappedValue(expression: string, request: GatewayRequest): string | undefined {
  if (expression.startsWith("'")) return expression.slice(1, -1);
  if (expression.startsWith("context.")) return contextValue(request, expression.slice("context.".length));
  const [, place, name = ""] = /^method\.request\.(header|querystring|path)\.(.+)$/.exec(expression) ?? [];
  switch (place) {
    case "header":
      return headerOf(request, name);
    case "querystring":
      return request.query?.[name];
    case "path":
      return request.match?.pathParameters?.[name];
    default:
      throw new Error(`the local gateway does not know the mapping ${expression}`);
  }
}
