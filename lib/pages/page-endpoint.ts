import middy from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod";
import { ANYONE } from "#lib/caller.ts";
import { FAILURES } from "#lib/failures.ts";
import { accessLog } from "#lib/http/access-log.ts";
import { failureFrom } from "#lib/http/problem.ts";
import { requestIdOf } from "#lib/http/request-id.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { runAs } from "#lib/platform/actor.ts";
import { type CookieName, setCookie, textIn } from "./cookies.ts";
import { type PageParts, pageDocument } from "./document.ts";
import { failurePage } from "./failure-page.ts";
import { type Notice, noticeText } from "./notice.ts";
import { pageHeaders } from "./page-headers.ts";
import { type Visit, visitOf } from "./visit.ts";

/** Values for the browser to keep, or to forget (null). */
type Kept = Partial<Record<CookieName, string | null>>;

/** A page to show, or where to send the browser. */
export type PageAnswer =
  | {
      page: PageParts;
      status?: number;
      /** Where the forms of the page may lead beside this service. */
      formTargets?: readonly string[];
      keeps?: Kept;
    }
  | { redirectTo: string; keeps?: Kept; notice?: Notice };

interface PageReply {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  body: string;
}

/** `query` and `body` are for the document: a page reads them itself, so that it can show what is wrong with them. */
type PageSpec = Omit<EndpointSpec, "scopes" | "protocol" | "mediaType" | "response">;

/**
 * Makes the Lambda handler of a page for people. A redirect is 303, so what follows a form is always read with GET (RFC 9700
 * §4.12); a failure is a page, too; and no answer is kept, framed, or read by other sites.
 *
 * @example
 * export const handler = pageEndpoint({ id: "oauth.authorize", route: "GET /auth/oauth2/authorize", … }, showAuthorize);
 */
export function pageEndpoint(spec: PageSpec, run: (visit: Visit) => Promise<PageAnswer>) {
  const whole: EndpointSpec = {
    ...spec,
    failures: [...(spec.body ? (["forbidden"] as const) : []), ...spec.failures],
    scopes: "public",
    protocol: "page",
    mediaType: "text/html",
    response: z.string(),
  };
  const lambda = async (event: APIGatewayProxyEvent) =>
    replyOf(event, await runAs(ANYONE, () => run(visitOf(event))));
  const handler = middy(accessLog(whole))
    .use([{ onError: answerFailure }])
    .handler(lambda);
  return Object.assign(handler, { spec: whole });
}

function replyOf(event: APIGatewayProxyEvent, answer: PageAnswer): PageReply {
  const requestId = requestIdOf(event);
  const cookies = Object.entries({ ...noticeCookie(event, answer), ...answer.keeps }).flatMap(
    ([name, value]) => setCookie(event, name as CookieName, value),
  );
  const kept = cookies.length > 0 && { multiValueHeaders: { "Set-Cookie": cookies } };
  if ("redirectTo" in answer) {
    const headers = { ...pageHeaders(requestId), Location: answer.redirectTo };
    return { statusCode: 303, headers, ...kept, body: "" };
  }
  const { page, status = 200, formTargets } = answer;
  return {
    statusCode: status,
    headers: htmlHeaders(requestId, formTargets),
    ...kept,
    body: String(pageDocument(page)),
  };
}

/** A page has shown the notice, if there was one. */
function noticeCookie(event: APIGatewayProxyEvent, answer: PageAnswer): Kept {
  if ("redirectTo" in answer) return answer.notice ? { notice: noticeText(answer.notice) } : {};
  return textIn(event, "notice") === undefined ? {} : { notice: null };
}

const htmlHeaders = (requestId: string, formTargets?: readonly string[]): Record<string, string> => ({
  ...pageHeaders(requestId, formTargets),
  "Content-Type": "text/html; charset=utf-8",
});

function answerFailure(request: { event: APIGatewayProxyEvent; error: unknown; response: unknown }): void {
  const requestId = requestIdOf(request.event);
  const failure = failureFrom(request.error);
  request.response = {
    statusCode: FAILURES[failure.code].status,
    headers: { ...htmlHeaders(requestId), ...failure.headers },
    body: String(pageDocument(failurePage(failure, requestId))),
  } satisfies PageReply;
}
