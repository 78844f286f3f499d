import type * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { FailureCode } from "#lib/failures.ts";
import type { Variable } from "#lib/platform/env.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import type { Scope } from "#lib/scopes.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** Method and path as API Gateway spells it: `GET /bookings/{id}`. */
export type Route = `${Method} /${string}`;
/**
 * The schemas of the parts of a request, for `z.object`.
 *
 * - `page`: the paging of a list, which is in the query, too; set by `listEndpoint`.
 * - `options`: one schema for clients that put the same fields in the query or in the body (query and body are merged, the body wins).
 */
export interface InputShape {
  path?: z.ZodType;
  query?: z.ZodType;
  page?: z.ZodType;
  body?: z.ZodType;
  options?: z.ZodType;
}

/** Rejects a part of a request that has another name. */
type OnlyParts<I extends InputShape> = I & Partial<Record<Exclude<keyof I, keyof InputShape>, never>>;

/**
 * The specification of an endpoint, which the Lambda function, CDK, the OpenAPI document, the docs and the contract tests use.
 *
 * - `id` = path of the file under `functions/` with a dot: `bookings.cancel`.
 * - `summary`, `description`: for the documents.
 * - `input`: the schemas of the parts of its request; `{}` for an endpoint without input.
 * - `sentPointer`: returns the pointer to a field in a body as it was sent, if the schema accepts an older form of the body.
 * - `response`: only the fields that it declares are sent (`copy-declared.ts`).
 * - `computed`: the response is not a stored resource; its use case sets every field. It is sent without copying its fields, because copying
 *   thousands of values takes long.
 * - `failures`: the failures that it may return, in addition to those of every endpoint of its kind (401, 403, 429, 400 on input, 5xx).
 * - `permissions`: the exact actions that its role allows. `settings`: the variables that it reads and that an operator may set.
 * - `mediaType`: that of a response that is not a resource (`contentEndpoint`). `assets`: files that are uploaded with its code.
 * - `deprecated`: the date of its deprecation, and the date of its removal, as ISO dates.
 * - `streams`: the response is streamed; set by `listEndpoint`.
 * - `protocol`: `oauth` accepts forms and JSON, returns errors as of RFC 6749, and forbids caching (`oauthEndpoint`); `page` is for browsers:
 *   it accepts forms, and returns an error as a page (`pageEndpoint`); `mcp` is for AI agents, and returns an error as of JSON-RPC
 *   (`mcpEndpoint`).
 * - `mayReturnPage`: the response to a form may be a page, and not only a redirect.
 * - `maxAgeSeconds`: how long any cache may store the response; for an endpoint with scopes, only the client.
 * - `requiredSetting`: it is deployed only if the operator has set this variable.
 */
export interface EndpointSpec<I extends InputShape = InputShape, R extends z.ZodType = z.ZodType> {
  id: string;
  summary: string;
  description?: string;
  route: Route;
  aliases?: readonly Route[];
  scopes: readonly Scope[] | "public";
  input: OnlyParts<I>;
  sentPointer?: (pointer: string, body: unknown) => string;
  response: R;
  computed?: true;
  failures: readonly FailureCode[];
  permissions: readonly Permission[];
  settings?: readonly Variable[];
  mediaType?: string;
  assets?: readonly AssetName[];
  deprecated?: { since: string; sunset?: string };
  streams?: boolean;
  protocol?: "oauth" | "page" | "mcp";
  mayReturnPage?: true;
  maxAgeSeconds?: number;
  requiredSetting?: Variable;
}

/**
 * The specification of an endpoint that writes.
 *
 * - `result`: the schema of what its use case returns, and of the stored result that a replay gets.
 * - `secret`: the field of the result that is only stored encrypted, if there is one.
 */
export interface WriteSpec<I extends InputShape = InputShape, R extends z.ZodType = z.ZodType, T = unknown>
  extends EndpointSpec<I, R> {
  result: z.ZodType<T>;
  secret?: SecretField;
}

/** A field that is only stored encrypted, with an encryption context that identifies its resource. */
export interface SecretField {
  field: string;
  encrypt: (text: string, context: Record<string, string>) => Promise<string>;
  decrypt: (ciphertext: string, context: Record<string, string>) => Promise<string>;
}

type Parsed<I extends InputShape> = z.output<ReturnType<typeof z.object<I>>>;
/** The parsed parts of a request. `Pick`, because the output of an empty `z.object` is a record in which every field is `never`. */
export type Input<I extends InputShape> = Pick<Parsed<I>, keyof I & keyof Parsed<I>>;

/** The call of an endpoint, for its use case. The `path` of a write includes the versions in its If-Match header (`IfMatch`). */
export type EndpointCall<I extends InputShape> = CallContext & Input<I>;

/** Who called an endpoint, and where. */
export interface CallContext {
  caller: Caller;
  /** Host name of the request, such as `abc.execute-api.eu-west-1.amazonaws.com`. */
  apiHost: string;
  /** Address of the service, such as `https://api.example.com/v1`. */
  baseUrl: string;
}

/** The stream of changed items of the table. `filters` are patterns of the event source mapping. */
export interface StreamSource {
  stream: "table";
  filters: readonly object[];
  batchSize: number;
}

/** The messages of a queue. At most `maxConcurrency` batches are processed concurrently. */
export interface QueueSource {
  queue:
    | "events"
    | "deliveries"
    | "timers"
    | "calendarWrites"
    | "payments"
    | "calendars"
    | "mails"
    | "mailFeedback";
  batchSize: number;
  maxConcurrency: number;
}

/** A schedule. */
export interface ScheduleSource {
  schedule: "rate(1 minute)" | "rate(1 day)";
}

export type Source = StreamSource | QueueSource | ScheduleSource;

/** The specification of a function that processes a queue, the stream or a schedule. */
export interface ConsumerSpec<S extends Source = Source> {
  id: string;
  summary: string;
  source: S;
  timeoutSeconds: number;
  permissions: readonly Permission[];
  /** The variables that it reads and that an operator may set. */
  settings?: readonly Variable[];
  /**
   * Its messages lead to more messages for itself, and something in the table ends that. Without it, Lambda stops the function after 16
   * invocations in one chain of messages.
   */
  allowsRecursion?: true;
  /** It is deployed only if the operator has set this variable. */
  requiredSetting?: Variable;
  /** The schema of a queue's messages, which are JSON. */
  message?: z.ZodType;
}

/** The specification of API Gateway's authorizer, or of the function for requests that match no route. */
export interface GatewaySpec {
  id: string;
  summary: string;
  gateway: "authorizer" | "fallback";
  permissions: readonly Permission[];
}

/** Files that can be uploaded with a function's code; `infra/assets.ts` builds them. */
export type AssetName = "mcp-tools.json" | "openapi.json" | "reference.js";

export type FunctionSpec = EndpointSpec | ConsumerSpec | GatewaySpec;
