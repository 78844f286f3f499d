import type { Readable } from "node:stream";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import type * as z from "zod";
import { sha256 } from "#lib/platform/sha256.ts";
import { type ContentPolicy, contentPolicyHeaders } from "./content-policy.ts";
import { headerOf } from "./headers.ts";
import { type Answer, type HandleCall, pipeline } from "./pipeline.ts";
import { isCurrentCopy } from "./precondition.ts";
import type { EndpointCall, EndpointSpec, Schema } from "./spec.ts";
import { runtimeStreams } from "./streaming.ts";

/** The spec of an endpoint that answers content; `response` is for the document alone. */
export type ContentSpec<P extends Schema, Q extends Schema, R extends z.ZodType> = EndpointSpec<
  P,
  Q,
  undefined,
  undefined,
  R
> & { mediaType: string };

/** What is answered: text, or for a spec that streams a stream of bytes. */
export interface Content {
  body: string | Readable;
  statusCode?: number;
  headers?: Record<string, string>;
  /** Entity tag of a stream; that of a text is made of the text. */
  tag?: string;
  /** What a page may do beyond nothing. */
  policy?: ContentPolicy;
}

/** What content is made of. */
export type ContentCall<P, Q> = Pick<
  EndpointCall<P, Q, undefined, undefined>,
  "caller" | "path" | "query"
> & {
  /** The address of the service. */
  baseUrl: string;
  /** A header of the request. */
  header: (name: string) => string | undefined;
};

/**
 * Makes the Lambda handler of an endpoint whose answer is no resource: a page for people, a script, a text, a document. It
 * has an entity tag, and is answered with 304 if the client's copy is current. A page (`text/html`) may load and do nothing but
 * what its policy allows.
 *
 * @example
 * export const handler = contentEndpoint({ id: "documents.page", mediaType: "text/html", … }, async () => ({ body: "<!doctype html>…" }));
 */
export function contentEndpoint<P extends Schema, Q extends Schema, R extends z.ZodType>(
  spec: ContentSpec<P, Q, R>,
  run: (call: ContentCall<P, Q>) => Promise<Content>,
) {
  const answer: HandleCall = async (call, event) => {
    const { path, query, caller, baseUrl } = call as EndpointCall<P, Q, undefined, undefined>;
    const header = (name: string) => headerOf(event, name);
    const content = await run({ caller, path, query, header, baseUrl });
    const tag = tagOf(content);
    const headers = {
      "Content-Type": `${spec.mediaType}; charset=utf-8`,
      ...(spec.mediaType === "text/html" && contentPolicyHeaders(content.policy)),
      ...(tag !== undefined && { ETag: tag }),
      ...content.headers,
    };
    if (tag !== undefined && isCurrentCopy(event, tag)) return { statusCode: 304, body: "", headers };
    return { ...statusOf(content), body: content.body, headers };
  };
  const mode = spec.streams && runtimeStreams() ? executionModeStreamifyResponse : undefined;
  return Object.assign(pipeline(spec, answer, mode), { spec });
}

const statusOf = ({ statusCode }: Content): Pick<Answer, "statusCode"> =>
  statusCode === undefined ? {} : { statusCode };

/** The entity tag of a success that may be kept. */
function tagOf({ body, tag, statusCode = 200, headers }: Content): string | undefined {
  if (statusCode !== 200 || headers?.["Cache-Control"] === "no-store") return undefined;
  return typeof body === "string" ? `"${sha256(body)}"` : tag;
}
