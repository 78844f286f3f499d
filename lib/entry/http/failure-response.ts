import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { FAILURES, type Failure } from "#lib/failures.ts";
import { jsonRpcErrorOf } from "./json-rpc-error.ts";
import { oauthErrorOf } from "./oauth-error.ts";
import { failureFrom, problemOf } from "./problem.ts";
import { requestIdOf } from "./request-id.ts";
import { cacheHeaders, type HttpReply } from "./response.ts";
import { headersFor } from "./response-headers.ts";
import type { EndpointSpec } from "./spec.ts";

/** Middleware that renders an error in the format of the endpoint's protocol. */
export function failureReply(spec: EndpointSpec): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  const isProblem = spec.protocol !== "oauth" && spec.protocol !== "mcp";
  return {
    onError: (request) => {
      const { event, error } = request;
      const failure = failureFrom(error);
      const headers = {
        ...headersFor(spec, event),
        ...(spec.protocol === "oauth" && cacheHeaders(spec)),
        ...failure.headers,
        "Content-Type": isProblem ? "application/problem+json" : "application/json; charset=utf-8",
      };
      const body = JSON.stringify(failureBody(spec, failure, event));
      request.response = { statusCode: FAILURES[failure.code].status, headers, body };
    },
  };
}

function failureBody({ protocol }: EndpointSpec, failure: Failure, event: APIGatewayProxyEvent): object {
  const requestId = requestIdOf(event);
  const call = { requestId, instance: event.path };
  if (protocol === "oauth") return oauthErrorOf(failure, requestId);
  return protocol === "mcp" ? jsonRpcErrorOf(failure, call) : problemOf(failure, call);
}
