import middy from "@middy/core";
import httpHeaderNormalizer from "@middy/http-header-normalizer";
import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod";
import { ANYONE } from "#lib/caller.ts";
import { accessLog } from "#lib/entry/http/access-log.ts";
import { failureFrom } from "#lib/entry/http/problem.ts";
import { requestIdOf } from "#lib/entry/http/request-id.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { FAILURES, type Failure } from "#lib/failures.ts";
import { runAs } from "#lib/platform/actor.ts";
import { type CookieChanges, setCookies, textIn } from "./cookies.ts";
import { type PageParts, pageDocument } from "./document.ts";
import { html } from "./html.ts";
import { type Notice, noticeText } from "./notice.ts";
import { pageHeaders } from "./page-headers.ts";
import { type Visit, visitOf } from "./visit.ts";

/** The response of a page endpoint: a page or a redirect. */
export type PageResponse =
  | {
      page: PageParts;
      status?: number;
      /** Other hosts to which the forms of the page may redirect. */
      formTargets?: readonly string[];
      cookies?: CookieChanges;
    }
  | { redirectTo: string; cookies?: CookieChanges; notice?: Notice };

interface GatewayResponse {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  body: string;
}

/** `input` is only for the OpenAPI document: pages read it without a schema, so that they can show what is wrong. */
type PageSpec = Omit<EndpointSpec, "scopes" | "protocol" | "mediaType" | "response">;

/**
 * Creates the Lambda handler of an HTML page or form. Redirects are 303, so that the browser sends a GET after a form (RFC 9700 §4.12).
 * Failures are pages, too. Responses are not cached, framed, or readable by other sites.
 *
 * @example
 * export const handler = pageEndpoint({ id: "oauth.authorize", route: "GET /auth/oauth2/authorize", … }, showAuthorize);
 */
export function pageEndpoint(spec: PageSpec, run: (visit: Visit) => Promise<PageResponse>) {
  const fullSpec: EndpointSpec = {
    ...spec,
    failures: [...(spec.input.body ? (["forbidden"] as const) : []), ...spec.failures],
    scopes: "public",
    protocol: "page",
    mediaType: "text/html",
    response: z.string(),
  };
  const lambda = async (event: APIGatewayProxyEvent) =>
    responseOf(event, await runAs(ANYONE, () => run(visitOf(event))));
  const handler = middy(accessLog(fullSpec))
    .use({ onError: renderFailure })
    .use(httpHeaderNormalizer())
    .handler(lambda);
  return Object.assign(handler, { spec: fullSpec });
}

function responseOf(event: APIGatewayProxyEvent, response: PageResponse): GatewayResponse {
  const requestId = requestIdOf(event);
  const cookies = setCookies(event, { ...noticeCookie(event, response), ...response.cookies });
  const cookieHeaders = cookies.length > 0 && { multiValueHeaders: { "Set-Cookie": cookies } };
  if ("redirectTo" in response) {
    const headers = { ...pageHeaders(requestId), Location: response.redirectTo };
    return { statusCode: 303, headers, ...cookieHeaders, body: "" };
  }
  const { page, status = 200, formTargets } = response;
  return {
    statusCode: status,
    headers: htmlHeaders(requestId, formTargets),
    ...cookieHeaders,
    body: String(pageDocument(page)),
  };
}

/** Sets the notice of a redirect. Deletes the notice after a page has shown it. */
function noticeCookie(event: APIGatewayProxyEvent, response: PageResponse): CookieChanges {
  if ("redirectTo" in response) return response.notice ? { notice: noticeText(response.notice) } : {};
  return textIn(event, "notice") === undefined ? {} : { notice: null };
}

const htmlHeaders = (requestId: string, formTargets?: readonly string[]): Record<string, string> => ({
  ...pageHeaders(requestId, formTargets),
  "Content-Type": "text/html; charset=utf-8",
});

function renderFailure(request: { event: APIGatewayProxyEvent; error: unknown; response: unknown }): void {
  const requestId = requestIdOf(request.event);
  const failure = failureFrom(request.error);
  request.response = {
    statusCode: FAILURES[failure.code].status,
    headers: { ...htmlHeaders(requestId), ...failure.headers },
    body: String(pageDocument(failurePage(failure, requestId))),
  } satisfies GatewayResponse;
}

const CONTACT = html`If the problem persists, contact the operator of this service`;

/** The page for a failure: what is wrong, and where to get help. */
function failurePage({ code, message }: Failure, requestId: string): PageParts {
  const heading = code === "invalid_request" ? "This link does not work" : FAILURES[code].title;
  return {
    title: heading,
    main: html`<h1>${heading}</h1>
<p>${message}</p>`,
    footer: html`<p>${code !== "invalid_request" && html`${CONTACT}. `}Request id: ${requestId}</p>`,
  };
}
