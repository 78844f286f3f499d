import type { MiddlewareObj, Request } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "#lib/failures.ts";
import { rejectLoneSurrogates } from "#lib/platform/reject-lone-surrogates.ts";
import { formFields, isForm, sentFields } from "./parameters.ts";
import type { EndpointSpec } from "./spec.ts";

/** The event of a call whose body is parsed. `rawBody` is the body as it was sent. */
export type ParsedEvent = Omit<APIGatewayProxyEvent, "body"> & { body: unknown; rawBody: string | null };

type BodyMiddleware = MiddlewareObj<ParsedEvent>;

/** Maximum bytes of a body; a larger one is rejected before it is parsed. */
const LARGEST_BODY = 262_144;

/** Middlewares that replace the body with its parsed value, if the spec declares one; undefined if it is missing. */
export function bodyParsers({ input, protocol }: EndpointSpec): BodyMiddleware[] {
  if (!(input.body || input.options)) return [rawBody];
  return protocol === "oauth"
    ? [rawBody, sizeLimit, formParser, jsonParser, oauthFields]
    : [rawBody, sizeLimit, jsonParser];
}

/** Keeps the body as it was sent, which is a part of what an Idempotency-Key identifies. */
const rawBody: BodyMiddleware = {
  before: ({ event }) => {
    event.rawBody = typeof event.body === "string" ? event.body : null;
    event.body = event.rawBody || undefined;
  },
};

const sizeLimit: BodyMiddleware = {
  before: ({ event: { body } }) => {
    if (typeof body === "string" && Buffer.byteLength(body) > LARGEST_BODY)
      throw new Failure("payload_too_large", `The body can have at most ${LARGEST_BODY} bytes.`);
  },
};

const formParser: BodyMiddleware = {
  before: ({ event }) => {
    if (typeof event.body === "string" && isForm(event)) event.body = formFields(event.body);
  },
};

const jsonParser = ifText(httpJsonBodyParser({ reviver: rejectLoneSurrogates }));

const oauthFields: BodyMiddleware = {
  before: ({ event }) => {
    event.body = event.body === undefined ? {} : sentFields(event.body);
  },
};

/** Runs a parser only if there is a body that is not parsed yet; middy's parser fails without one. */
function ifText({ before }: MiddlewareObj<APIGatewayProxyEvent>): BodyMiddleware {
  return { before: (request) => (isText(request) ? before?.(request) : undefined) };
}

const isText = (
  request: Request<ParsedEvent>,
): request is Request<Omit<ParsedEvent, "body"> & { body: string }> => typeof request.event.body === "string";
