import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { gatewayContext, rateFrom } from "./gateway-context.ts";
import { requestIdOf } from "./request-id.ts";
import {
  cacheHeaders,
  commonHeaders,
  deprecationHeaders,
  type HttpReply,
  rateHeaders,
  VARY_BY_CREDENTIAL,
} from "./response.ts";
import type { EndpointSpec } from "./spec.ts";

/** Middleware that adds the headers of the endpoint and of the call to a successful response, which may have other values for them. */
export function responseHeaders(spec: EndpointSpec): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  const specHeaders = { ...deprecationHeaders(spec), ...cacheHeaders(spec) };
  const type = { "Content-Type": "application/json; charset=utf-8" };
  return {
    after: ({ event, response }) => {
      if (response)
        response.headers = { ...headersFor(spec, event), ...specHeaders, ...type, ...response.headers };
    },
  };
}

/** The headers of every response to a call, successful or not. */
export function headersFor(spec: EndpointSpec, event: APIGatewayProxyEvent): Record<string, string> {
  const rate = rateFrom(gatewayContext(event));
  return {
    ...commonHeaders(requestIdOf(event)),
    ...(spec.scopes !== "public" && VARY_BY_CREDENTIAL),
    ...(rate && rateHeaders(rate)),
  };
}
