import type { GatewayResponse } from "./api-document.ts";
import { findHeader, type GatewayRequest } from "./gateway-request.ts";
import { fillTemplate, findMappedValue } from "./parameter-mapping.ts";

/** API Gateway's own error responses, which the document may customize: status, message and `x-amzn-ErrorType`. */
const DEFAULTS = {
  ACCESS_DENIED: [403, "User is not authorized to access this resource", "AccessDeniedException"],
  AUTHORIZER_CONFIGURATION_ERROR: [500, "Internal server error", "AuthorizerConfigurationException"],
  BAD_REQUEST_PARAMETERS: [400, "Bad request", "BadRequestException"],
  DEFAULT_5XX: [502, "Internal server error", "InternalServerErrorException"],
  INTEGRATION_TIMEOUT: [504, "Endpoint request timed out", "InternalServerErrorException"],
  MISSING_AUTHENTICATION_TOKEN: [403, "Missing Authentication Token", "MissingAuthenticationTokenException"],
  REQUEST_TOO_LARGE: [413, "Request Too Long", "RequestTooLargeException"],
  UNAUTHORIZED: [401, "Unauthorized", "UnauthorizedException"],
  UNSUPPORTED_MEDIA_TYPE: [415, "Unsupported Media Type", "BadRequestException"],
} as const;

/** The reason for an error response of the gateway. */
export type ResponseType = keyof typeof DEFAULTS;

/** A complete response. */
export interface HttpResponse {
  status: number;
  headers: [name: string, value: string][];
  body: string | Buffer;
}

const DEFAULT_TEMPLATE = { "application/json": '{"message":$context.error.messageString}' };

/** Types whose responses API Gateway does not let a document customize. */
const FIXED: ReadonlySet<ResponseType> = new Set(["REQUEST_TOO_LARGE"]);

/** Builds a gateway response: the document's for the type, else its DEFAULT_4XX or DEFAULT_5XX, else API Gateway's own. */
export function buildGatewayResponse(
  type: ResponseType,
  request: GatewayRequest,
  declared: ReadonlyMap<string, GatewayResponse>,
): HttpResponse {
  const [status, message, errorType] = DEFAULTS[type];
  const customized = declared.get(type) ?? declared.get(status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX");
  const response = FIXED.has(type) ? undefined : customized;
  const templates = Object.keys(response?.responseTemplates ?? {}).length
    ? (response?.responseTemplates ?? {})
    : DEFAULT_TEMPLATE;
  const [contentType, template] = chooseTemplate(templates, findHeader(request, "accept"));
  const headers = new Map([["content-type", ["Content-Type", contentType] as [string, string]]]);
  for (const [target, expression] of Object.entries(response?.responseParameters ?? {})) {
    const name = target.replace("gatewayresponse.header.", "");
    const value = findMappedValue(expression, request);
    if (value !== undefined) headers.set(name.toLowerCase(), [name, value]);
  }
  headers.set("x-amzn-errortype", ["x-amzn-ErrorType", errorType]);
  return {
    status: response?.statusCode ?? status,
    headers: [...headers.values()],
    body: fillTemplate(template, request, { message, responseType: type }),
  };
}

function chooseTemplate(
  templates: Readonly<Record<string, string>>,
  accept: string | undefined,
): [contentType: string, template: string] {
  const entries = Object.entries(templates);
  const findByType = (type: string | undefined) => entries.find(([contentType]) => contentType === type);
  return findByType(accept) ?? findByType("application/json") ?? entries[0] ?? ["application/json", ""];
}
