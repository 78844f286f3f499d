import type { Readable } from "node:stream";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import * as z from "zod";
import { sha256 } from "#lib/platform/sha256.ts";
import { type ContentPolicy, contentPolicyHeaders } from "./content-policy.ts";
import { headerOf } from "./headers.ts";
import { type HandleCall, pipeline, type Success } from "./pipeline.ts";
import { isCurrentCopy } from "./precondition.ts";
import type { EndpointCall, EndpointSpec, Input, InputShape } from "./spec.ts";
import { runtimeStreams } from "./streaming.ts";

/** The spec of an endpoint that returns content. `response` is only for the OpenAPI document. */
export type ContentSpec<I extends ContentInput, R extends z.ZodType> = EndpointSpec<I, R> & {
  mediaType: string;
};

type ContentInput = Pick<InputShape, "path" | "query">;

/** A response: text or, for a spec that streams, a stream of bytes. */
export interface Content {
  body: string | Readable;
  statusCode?: number;
  headers?: Record<string, string>;
  /** Entity tag of a stream; that of a text is its hash. */
  tag?: string;
  /** What a page may load and do; nothing by default. */
  policy?: ContentPolicy;
}

/** The call of an endpoint that returns content. */
export type ContentCall<I extends ContentInput> = EndpointCall<I> & {
  /** A header of the request, by its name in lower case. */
  header: (name: Lowercase<string>) => string | undefined;
};

/**
 * Creates the Lambda handler of an endpoint that does not return a resource, but a page, a script, a text or a document. The response has an
 * entity tag, and status 304 if the client's copy is current. A page (`text/html`) can only load and do what its policy allows.
 *
 * @example
 * export const handler = contentEndpoint(
 *   {
 *     id: "documents.llms",
 *     summary: "Get an introduction for language models",
 *     route: "GET /llms.txt",
 *     scopes: "public",
 *     input: {},
 *     mediaType: "text/plain",
 *     response: z.string(),
 *     failures: [],
 *     permissions: [],
 *   },
 *   async ({ baseUrl }) => ({ body: `The API is at ${baseUrl}.` }),
 * );
 */
export function contentEndpoint<I extends ContentInput, R extends z.ZodType>(
  spec: ContentSpec<I, R>,
  run: (call: ContentCall<I>) => Promise<Content>,
) {
  const handle: HandleCall<Input<I>> = async (call, event) => {
    const content = await run({ ...call, header: (name) => headerOf(event, name) });
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
  const executionMode = spec.streams && runtimeStreams() ? executionModeStreamifyResponse : undefined;
  const schema = z.object<I>(spec.input);
  return Object.assign(pipeline({ spec, schema, executionMode }, handle), { spec });
}

const statusOf = ({ statusCode }: Content): Pick<Success, "statusCode"> =>
  statusCode === undefined ? {} : { statusCode };

/** The entity tag of a successful response that may be cached. */
function tagOf({ body, tag, statusCode = 200, headers }: Content): string | undefined {
  if (statusCode !== 200 || headers?.["Cache-Control"] === "no-store") return undefined;
  return typeof body === "string" ? `"${sha256(body)}"` : tag;
}
