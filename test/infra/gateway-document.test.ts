import { describe, expect, it } from "vitest";
import { gatewayDocument, pathsByMethods } from "#infra/gateway/document.ts";
import { FAILURES } from "#lib/failures.ts";
import { consumerSpec, endpointSpec, registryOf } from "#test/support/calls/specs.ts";

const targets = {
  name: "Almanac",
  invocationUri: (id: string, mode: string) => `${mode}:${id}`,
  invocationRole: (id: string) => `role of ${id}`,
};
const registry = registryOf(
  endpointSpec(),
  endpointSpec({ id: "things.list", route: "GET /things", aliases: ["GET /stuff"], streams: true }),
  endpointSpec({ id: "things.create", route: "POST /things", scopes: "public" }),
  endpointSpec({ id: "oauth.authorize", route: "GET /auth/oauth2/authorize", scopes: "public" }),
  consumerSpec(),
);
const { paths, components, ...document } = gatewayDocument(registry, targets);
const integration = "x-amazon-apigateway-integration";
const anyMethod = "x-amazon-apigateway-any-method";

describe("the gateway document", () => {
  it("has each route and alias, and paths without a route", () => {
    expect(Object.keys(paths).toSorted()).toEqual([
      "/",
      "/auth/oauth2/authorize",
      "/stuff",
      "/things",
      "/things/{id}",
      "/{proxy+}",
    ]);
    expect(Object.keys(paths["/things"] ?? {}).toSorted()).toEqual([
      "get",
      "head",
      "options",
      "post",
      anyMethod,
    ]);
  });

  it("invokes the function of an endpoint with its role, after the authorizer", () => {
    expect(paths["/things/{id}"]?.["get"]).toEqual({
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      security: [{ caller: [] }],
      responses: {},
      [integration]: {
        type: "aws_proxy",
        httpMethod: "POST",
        uri: "buffered:things.get",
        credentials: "role of things.get",
        passthroughBehavior: "when_no_match",
        timeoutInMillis: 29_000,
      },
    });
  });

  it("streams the response of an endpoint that streams", () => {
    expect(paths["/stuff"]?.["get"]).toMatchObject({
      [integration]: {
        uri: "streamed:things.list",
        responseTransferMode: "STREAM",
        timeoutInMillis: 300_000,
      },
    });
  });

  it("handles HEAD like GET", () => {
    expect(paths["/things"]?.["head"]).toEqual(paths["/things"]?.["get"]);
  });

  it("requires no credential for public endpoints, preflights and unknown paths", () => {
    expect(paths["/things"]?.["post"]).not.toHaveProperty("security");
    expect(paths["/things"]?.["options"]).not.toHaveProperty("security");
    expect(paths["/{proxy+}"]?.[anyMethod]).not.toHaveProperty("security");
    expect(paths["/things"]?.[anyMethod]).toMatchObject({ [integration]: { uri: "buffered:fallback" } });
  });

  it("calls the authorizer for every call and does not cache its result", () => {
    expect(components.securitySchemes["caller"]).toMatchObject({
      "x-amazon-apigateway-authtype": "custom",
      "x-amazon-apigateway-authorizer": {
        type: "request",
        authorizerUri: "buffered:authorizer",
        authorizerResultTtlInSeconds: 0,
      },
    });
  });

  it("responds to preflights itself, except for HTML pages", () => {
    expect(paths["/things"]?.["options"]).toMatchObject({
      [integration]: {
        type: "mock",
        responses: {
          default: {
            statusCode: "204",
            responseParameters: {
              "method.response.header.Access-Control-Allow-Methods": "'GET, HEAD, OPTIONS, POST'",
              "method.response.header.X-Request-Id": "context.extendedRequestId",
            },
          },
        },
      },
    });
    expect(paths["/auth/oauth2/authorize"]).not.toHaveProperty("options");
  });

  it("groups paths by their allowed methods, for the fallback function", () => {
    const { "GET, HEAD, OPTIONS": readOnly, ...others } = pathsByMethods(registry);
    expect(readOnly?.toSorted()).toEqual(["/stuff", "/things/{id}"]);
    expect(others).toEqual({
      "GET, HEAD": ["/auth/oauth2/authorize"],
      "GET, HEAD, OPTIONS, POST": ["/things"],
    });
  });

  it("rejects two parameter names in the same position of a path, as API Gateway does", () => {
    const other = endpointSpec({ id: "things.parts", route: "GET /things/{thingId}/parts" });
    expect(() => gatewayDocument(registryOf(endpointSpec(), other), targets)).toThrow(
      "/things/{thingId}/parts: /things has a parameter {id} already",
    );
  });
});

describe("the gateway's own responses", () => {
  const responses: Record<string, unknown> = document["x-amazon-apigateway-gateway-responses"];

  it.each(Object.keys(responses))("%s is a problem document with its request id", (type) => {
    const response = responses[type] as {
      statusCode: string;
      responseParameters: Record<string, string>;
      responseTemplates: Record<string, string>;
    };
    const problem = JSON.parse(response.responseTemplates["application/json"] ?? "");
    expect([...Object.keys(FAILURES), "$context.authorizer.code"]).toContain(problem.code);
    expect(problem).toMatchObject({
      status: Number(response.statusCode),
      requestId: "$context.extendedRequestId",
    });
    expect(problem.message).toBe(problem.detail);
    expect(response.responseParameters).toMatchObject({
      "gatewayresponse.header.Content-Type": "'application/problem+json'",
      "gatewayresponse.header.X-Request-Id": "context.extendedRequestId",
      "gatewayresponse.header.Access-Control-Allow-Origin": "'*'",
    });
  });

  it("are 503 with Retry-After if the authorizer fails or is throttled", () => {
    const responseParameters = { "gatewayresponse.header.Retry-After": "'1'" };
    expect(responses).toMatchObject({
      AUTHORIZER_FAILURE: { statusCode: "503", responseParameters },
      AUTHORIZER_CONFIGURATION_ERROR: { statusCode: "503", responseParameters },
    });
  });

  it("contain the reason and the challenge that the authorizer sets if it denies a request", () => {
    const header = "gatewayresponse.header.WWW-Authenticate";
    expect(responses).toMatchObject({
      UNAUTHORIZED: { statusCode: "401", responseParameters: { [header]: "'Bearer'" } },
      ACCESS_DENIED: {
        statusCode: "401",
        responseParameters: { [header]: "context.authorizer.challenge" },
        responseTemplates: {
          "application/json": expect.stringContaining('"code":"$context.authorizer.code"'),
        },
      },
      THROTTLED: { statusCode: "429", responseParameters: { "gatewayresponse.header.Retry-After": "'1'" } },
      REQUEST_TOO_LARGE: { statusCode: "413" },
    });
  });
});
