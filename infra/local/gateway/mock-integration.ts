import * as z from "zod";
import type { MockIntegration } from "./api-document.ts";
import { type GatewayRequest, headerOf } from "./gateway-request.ts";
import type { Answer, ResponseType } from "./gateway-responses.ts";
import { fillTemplate, mappedValue } from "./parameter-mapping.ts";

const MockRequest = z.object({ statusCode: z.number() });

/**
 * Answers as a mock integration: the request template gives a status, the status chooses the response.
 * A body that no template takes is passed through, and fails unless it is JSON with a `statusCode`.
 */
export function mockAnswer(integration: MockIntegration, request: GatewayRequest): Answer | ResponseType {
  const contentType = headerOf(request, "content-type")?.split(";")[0]?.trim() ?? "application/json";
  const template = integration.requestTemplates[contentType];
  const { passthroughBehavior, requestTemplates } = integration;
  const passes =
    passthroughBehavior === "when_no_match" ||
    (passthroughBehavior === "when_no_templates" && Object.keys(requestTemplates).length === 0);
  if (template === undefined && !passes) return "UNSUPPORTED_MEDIA_TYPE";
  const text = template === undefined ? (request.body?.toString() ?? "") : fillTemplate(template, request);
  const mock = parseMock(text);
  const response = mock && responseFor(integration, mock.statusCode);
  if (response === undefined) return "DEFAULT_5XX";
  const headers: Answer["headers"] = [];
  for (const [target, expression] of Object.entries(response.responseParameters)) {
    const value = mappedValue(expression, request);
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

function responseFor({ responses }: MockIntegration, status: number) {
  const matching = Object.entries(responses).find(
    ([pattern]) => pattern !== "default" && new RegExp(`^(?:${pattern})$`).test(String(status)),
  );
  return matching?.[1] ?? responses["default"];
}
