import type * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { FailureCode } from "#lib/failures.ts";
import type { Variable } from "#lib/platform/env.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import type { Scope } from "#lib/scopes.ts";
import type { IfMatch } from "./precondition.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** Method and path as API Gateway spells it: `GET /bookings/{id}`. */
export type Route = `${Method} /${string}`;
/** The schema of one part of a request, or none. */
export type Schema = z.ZodType | undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * One endpoint, said once. The Lambda, CDK, the OpenAPI document, the docs and the contract tests all read this.
 *
 * - `id` = path of the file under `functions/` with a dot: `bookings.cancel`.
 * - `summary`, `description`: for the documents; `infra/without-descriptions.ts` removes descriptions from bundles.
 * - `query`, `body`: parsed input. `options`: one schema for clients that put the same fields in the query or in the body
 *   (query and body are merged, the body wins).
 * - `response`: of every reply, only what it declares is sent (`copy-declared.ts`).
 * - `computed`: the reply is no stored resource, and its use case sets every field itself. It is sent as it is, because copying
 *   thousands of values takes long.
 * - `failures`: what it may answer beyond what every endpoint of its kind may (401, 403, 429, 400 on input, 5xx).
 * - `permissions`: the exact actions its role allows. `settings`: variables it reads that an operator may set.
 * - `mediaType`: what the reply is where it is no resource (`contentEndpoint`). `assets`: files uploaded beside its code.
 * - `secret`: the field of the result that must not be kept as it is, if there is one, and how it is sealed.
 * - `deprecated`: since when it is, and when it goes, as ISO dates.
 * - `streams`: the reply is streamed; set by `listEndpoint`.
 * - `protocol`: `oauth` takes forms and JSON, fails as RFC 6749 says, and no answer is kept (`oauthEndpoint`); `page` is for people
 *   in a browser: it takes forms, and fails with a page, too (`pageEndpoint`); `mcp` is for AI agents, and fails with a
 *   JSON-RPC error (`mcpEndpoint`).
 * - `mayReturnPage`: a form of a page may be answered by a page, and not only by a redirect.
 * - `maxAgeSeconds`: how long anyone may cache the response; the client alone where the endpoint has scopes.
 * - `requiredSetting`: it is deployed only where the operator has made this setting.
 */
export interface EndpointSpec<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  O extends Schema = Schema,
  R extends z.ZodType = z.ZodType,
> {
  id: string;
  summary: string;
  description?: string;
  route: Route;
  aliases?: readonly Route[];
  scopes: readonly Scope[] | "public";
  path?: P;
  query?: Q;
  body?: B;
  options?: O;
  response: R;
  computed?: true;
  failures: readonly FailureCode[];
  permissions: readonly Permission[];
  settings?: readonly Variable[];
  mediaType?: string;
  assets?: readonly AssetName[];
  secret?: SecretField;
  deprecated?: { since: string; sunset?: string };
  streams?: boolean;
  protocol?: "oauth" | "page" | "mcp";
  mayReturnPage?: true;
  maxAgeSeconds?: number;
  requiredSetting?: Variable;
}

/** A field that is only stored sealed, bound to what it belongs to. */
export interface SecretField {
  field: string;
  encrypt: (text: string, belongsTo: Record<string, string>) => Promise<string>;
  decrypt: (sealed: string, belongsTo: Record<string, string>) => Promise<string>;
}

/**
 * What a use case needs of the call; `caller` is explicit everywhere. The `path` of a write also says which versions of the
 * resource the caller takes it to have.
 */
export interface EndpointCall<P, Q, B, O> {
  caller: Caller;
  path: P extends z.ZodType ? z.output<P> & IfMatch : undefined;
  query: Output<Q>;
  body: Output<B>;
  options: Output<O>;
  /** Host name the caller used, e.g. `abc.execute-api.eu-west-1.amazonaws.com`. */
  host: string;
  /** Address of the service, e.g. `https://api.example.com/v1`. */
  baseUrl: string;
}

/** New and changed items of the table; filters are patterns of its event source mapping. */
export interface StreamSource {
  stream: "table";
  filters: readonly object[];
  batchSize: number;
}

/** Messages of a queue; `maxConcurrency` batches at most are worked on at the same time. */
export interface QueueSource {
  queue: "events" | "deliveries" | "timers" | "payments";
  batchSize: number;
  maxConcurrency: number;
}

/** Nothing but the time. */
export interface ScheduleSource {
  schedule: "rate(1 minute)" | "rate(1 day)";
}

export type Source = StreamSource | QueueSource | ScheduleSource;

/** One queue, stream or schedule function: the twin of an endpoint. */
export interface ConsumerSpec<S extends Source = Source> {
  id: string;
  summary: string;
  source: S;
  timeoutSeconds: number;
  permissions: readonly Permission[];
  /** The JSON text of a queue's messages. */
  message?: z.ZodType;
}

/** The gateway's authorizer, and the function that answers what no route does. */
export interface GatewaySpec {
  id: string;
  summary: string;
  gateway: "authorizer" | "fallback";
  permissions: readonly Permission[];
}

/** Files that can be uploaded beside a function's code; `infra/assets.ts` builds them. */
export type AssetName = "mcp-tools.json" | "openapi.json" | "reference.js";

export type FunctionSpec = EndpointSpec | ConsumerSpec | GatewaySpec;
