import * as z from "zod";
import type { MockIntegration } from "./api-document.ts";
import { findHeader, type GatewayRequest } from "./gateway-request.ts";
import type { HttpResponse, ResponseType } from "./gateway-responses.ts";
import { fillTemplate, findMappedValue } from "./parameter-mapping.ts";

const MockRequest = z.object({ statusCode: z.number() });

/**
 * Builds the response of a mock integration: the request template returns a status, which selects the response. Without
 * a template for its type, the body is passed through, and fails unless it is JSON with a `statusCode`.
 */
export function buildMockResponse(
  integration: MockIntegration,
  request: GatewayRequest,
): HttpResponse | ResponseType {
  const contentType = findHeader(request, "content-type")?.split(";")[0]?.trim() ?? "application/json";
  const template = integration.requestTemplates[contentType];
  const { passthroughBehavior, requestTemplates } = integration;
  const passesThrough =
    passthroughBehavior === "when_no_match" ||
    (passthroughBehavior === "when_no_templates" && Object.keys(requestTemplates).length === 0);
  if (template === undefined && !passesThrough) return "UNSUPPORTED_MEDIA_TYPE";
  const text = template === undefined ? (request.body?.toString() ?? "") : fillTemplate(template, request);
  const mock = parseMock(text);
  const response = mock && findMockResponse(integration, mock.statusCode);
  if (response === undefined) return "DEFAULT_5XX";
  const headers: HttpResponse["headers"] = [];
  for (const [target, expression] of Object.entries(response.responseParameters)) {
    const value = findMappedValue(expression, request);
    if (value !== undefined) headers.push([target.replace("method.response.header.", ""), value]);
  }
  const body = response.responseTemplates["application/json"] ?? "";
  if (body !== "") headers.unshift(["Content-Type", "application/json"]);
  return { status: response.statusCode, headers, body: fillTemplate(body, request) };
}

function parseMock(text: string): z.output<typeof MockRequest> | undefined {
  try {
    return MockRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function findMockResponse({ responses }: MockIntegration, status: number) {
  const matching = Object.entries(responses).find(
    ([pattern]) => pattern !== "default" && new RegExp(`^(?:${pattern})$`).test(String(status)),
  );
  return matching?.[1] ?? responses["default"];
}
