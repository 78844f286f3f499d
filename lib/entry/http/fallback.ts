import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "#lib/failures.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { acceptQuality } from "./accept.ts";
import { basePathOf, baseUrlOf } from "./base-url.ts";
import { hintFor } from "./endpoint-hints.ts";
import { headerValues } from "./headers.ts";
import { problemOf } from "./problem.ts";
import { requestIdOf } from "./request-id.ts";
import { commonHeaders, type HttpResponse } from "./response.ts";
import type { GatewaySpec } from "./spec.ts";

/** Creates the Lambda handler for all requests that match no endpoint. */
export function fallback(spec: GatewaySpec) {
  const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> => {
    const requestId = requestIdOf(event);
    const docs = docsRedirect(event);
    if (docs !== undefined) return redirect(docs, { requestId, endpoint: spec.id, method: event.httpMethod });
    const failure = failureFor(event);
    const problem = problemOf(failure, { requestId, instance: event.path });
    log("info", "call", {
      requestId,
      endpoint: spec.id,
      method: event.httpMethod,
      status: problem.status,
      failure: failure.code,
      ...metrics({ "call.failed": 1 }),
    });
    const headers = {
      ...commonHeaders(requestId),
      ...failure.headers,
      "Content-Type": "application/problem+json",
    };
    return { statusCode: problem.status, headers, body: JSON.stringify(problem) };
  };
  return Object.assign(handler, { spec });
}

/** Redirects a browser. API clients get a different response at the same path, so caches must distinguish them. */
function redirect(
  Location: string,
  call: { requestId: string; endpoint: string; method: string },
): HttpResponse {
  log("info", "call", { ...call, status: 302 });
  return {
    statusCode: 302,
    headers: { ...commonHeaders(call.requestId), Location, Vary: "Accept" },
    body: "",
  };
}

function failureFor({ httpMethod, resource, pathParameters }: APIGatewayProxyEvent): Failure {
  const paths: Record<string, string[]> = JSON.parse(env("PATHS_BY_METHODS"));
  const [Allow] = Object.keys(paths).filter((methods) => paths[methods]?.includes(resource));
  // A path without a resource is the greedy parameter of `/{proxy+}`, without any base path of the domain.
  const hint = hintFor(httpMethod, Allow === undefined ? `/${pathParameters?.["proxy"] ?? ""}` : resource);
  const sentences = (...texts: (string | undefined)[]) =>
    texts.filter((text) => text !== undefined).join(" ");
  if (Allow === undefined)
    return new Failure("not_found", sentences("No such endpoint.", hint, "See /v1/docs."));
  return new Failure(
    "method_not_allowed",
    sentences(`Method not allowed. Allowed methods: ${Allow}.`, hint),
    { headers: { Allow } },
  );
}

/** The path of the docs page, for a browser that opens the root of the API; undefined for all other requests. */
function docsRedirect(event: APIGatewayProxyEvent): string | undefined {
  const isRead = event.httpMethod === "GET" || event.httpMethod === "HEAD";
  if (event.resource !== "/" || !isRead) return undefined;
  // API clients accept anything or JSON; only browsers name HTML.
  const acceptsHtml = acceptQuality(headerValues(event, "accept").join(","), "text/html") > 0;
  return acceptsHtml ? `${basePathOf(baseUrlOf(event))}/docs` : undefined;
}
