import * as z from "zod";
import { nameInArn } from "#local-cloud/template/local-names.ts";

const Parameters = z.record(z.string(), z.string());

const MockResponse = z.object({
  statusCode: z.coerce.number(),
  responseParameters: Parameters.default({}),
  responseTemplates: Parameters.default({}),
});

const ProxyIntegration = z.object({
  type: z.literal("aws_proxy"),
  httpMethod: z.literal("POST"),
  uri: z.string(),
  credentials: z.string().optional(),
  responseTransferMode: z.enum(["BUFFERED", "STREAM"]).default("BUFFERED"),
  timeoutInMillis: z.number().optional(),
  passthroughBehavior: z.string().optional(),
  payloadFormatVersion: z.string().optional(),
});

const MockIntegration = z.object({
  type: z.literal("mock"),
  requestTemplates: Parameters.default({}),
  passthroughBehavior: z.enum(["when_no_match", "when_no_templates", "never"]).default("when_no_match"),
  responses: z.record(z.string(), MockResponse).default({}),
});

const Security = z.array(z.record(z.string(), z.array(z.string()))).optional();

const Operation = z.object({
  security: Security,
  "x-amazon-apigateway-integration": z.discriminatedUnion("type", [ProxyIntegration, MockIntegration]),
});

const SecurityScheme = z.object({
  "x-amazon-apigateway-authorizer": z.strictObject({
    type: z.literal("request"),
    authorizerUri: z.string(),
    authorizerCredentials: z.string().optional(),
    /** The service relies on uncached decisions, and the local gateway has no cache. */
    authorizerResultTtlInSeconds: z.literal(0),
    identitySource: z.string().optional(),
  }),
});

const GatewayResponse = z.object({
  statusCode: z.coerce.number().optional(),
  responseParameters: Parameters.default({}),
  responseTemplates: Parameters.default({}),
});

const ApiDocument = z.object({
  security: Security,
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .object({ securitySchemes: z.record(z.string(), SecurityScheme).default({}) })
    .default({ securitySchemes: {} }),
  "x-amazon-apigateway-gateway-responses": z.record(z.string(), GatewayResponse).default({}),
  "x-amazon-apigateway-binary-media-types": z.array(z.string()).default([]),
});

/** A mock integration: the gateway responds without a function. */
export type MockIntegration = z.output<typeof MockIntegration>;

/** A gateway response as the document customizes it. */
export type GatewayResponse = z.output<typeof GatewayResponse>;

/** A Lambda function behind a method. */
export interface FunctionIntegration {
  type: "function";
  functionName: string;
  isStreaming: boolean;
  timeoutMilliseconds: number;
}

/** One method of one path; `method` is `ANY` for all methods that the path does not declare. */
export interface Route {
  resource: string;
  method: string;
  integration: FunctionIntegration | MockIntegration;
  /** Name of the authorizer function, if the method has one. */
  authorizer: string | undefined;
}

/** The REST API as its document declares it. */
export interface Api {
  routes: Route[];
  gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  binaryMediaTypes: readonly string[];
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);
const ANY_METHOD = "x-amazon-apigateway-any-method";

/** Limits of API Gateway, which also apply to an integration without a timeout. */
const MAX_BUFFERED_MILLISECONDS = 29_000;
const MAX_STREAMED_MILLISECONDS = 900_000;

/** Parses the OpenAPI document of a RestApi. Throws, with the path, if an operation is not supported. */
export function readApi(body: unknown, binaryMediaTypes: readonly string[] = []): Api {
  const document = ApiDocument.parse(body);
  const authorizers = new Map(
    Object.entries(document.components.securitySchemes).map(([name, scheme]) => [
      name,
      parseInvocationUri(scheme["x-amazon-apigateway-authorizer"].authorizerUri).functionName,
    ]),
  );
  const routes = Object.entries(document.paths).flatMap(([resource, item]) =>
    Object.entries(item).flatMap(([key, operation]) => {
      if (key === "parameters") return [];
      if (key !== ANY_METHOD && !METHODS.has(key)) throw new Error(`path ${resource}: unknown key ${key}`);
      const method = key === ANY_METHOD ? "ANY" : key.toUpperCase();
      const parsed = Operation.safeParse(operation);
      if (!parsed.success) throw new Error(`${method} ${resource}: ${z.prettifyError(parsed.error)}`);
      const security = parsed.data.security ?? document.security ?? [];
      const integration = readIntegration(parsed.data["x-amazon-apigateway-integration"]);
      return [{ resource, method, integration, authorizer: findAuthorizer(security, authorizers) }];
    }),
  );
  return {
    routes,
    gatewayResponses: new Map(Object.entries(document["x-amazon-apigateway-gateway-responses"])),
    binaryMediaTypes: [...document["x-amazon-apigateway-binary-media-types"], ...binaryMediaTypes],
  };
}

function findAuthorizer(
  security: readonly Record<string, string[]>[],
  authorizers: ReadonlyMap<string, string>,
): string | undefined {
  const [name] = security.flatMap((requirement) => Object.keys(requirement));
  if (name === undefined) return undefined;
  const authorizer = authorizers.get(name);
  if (authorizer === undefined) throw new Error(`the document declares no security scheme ${name}`);
  return authorizer;
}

function readIntegration(
  integration: z.output<typeof ProxyIntegration> | MockIntegration,
): FunctionIntegration | MockIntegration {
  if (integration.type === "mock") return integration;
  const { functionName, isStreaming } = parseInvocationUri(integration.uri);
  if (isStreaming !== (integration.responseTransferMode === "STREAM")) {
    throw new Error(
      `${functionName}: transfer mode ${integration.responseTransferMode} at ${integration.uri}`,
    );
  }
  const maximum = isStreaming ? MAX_STREAMED_MILLISECONDS : MAX_BUFFERED_MILLISECONDS;
  const timeoutMilliseconds = Math.min(integration.timeoutInMillis ?? maximum, maximum);
  return { type: "function", functionName, isStreaming, timeoutMilliseconds };
}

const INVOCATION_URI =
  /:lambda:path\/(?:2015-03-31\/functions\/(.+)\/invocations|2021-11-15\/functions\/(.+)\/response-streaming-invocations)$/;

function parseInvocationUri(uri: string): { functionName: string; isStreaming: boolean } {
  const [, buffered, streamed] = INVOCATION_URI.exec(uri) ?? [];
  const arn = buffered ?? streamed;
  if (arn === undefined) throw new Error(`the local gateway does not know the address ${uri}`);
  return { functionName: nameInArn(arn), isStreaming: streamed !== undefined };
}
