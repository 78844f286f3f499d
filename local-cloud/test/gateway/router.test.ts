import { describe, expect, it } from "vitest";
import type { Route } from "#local-cloud/gateway/api-document.ts";
import { createRouter } from "#local-cloud/gateway/router.ts";

const route = (text: string): Route => {
  const [method = "", resource = ""] = text.split(" ");
  return {
    method,
    resource,
    integration: { type: "mock", requestTemplates: {}, passthroughBehavior: "never", responses: {} },
    authorizer: undefined,
  };
};

const router = createRouter(
  [
    "GET /bookings",
    "ANY /bookings",
    "GET /bookings/{id}",
    "GET /bookings/{id}/seats",
    "GET /bookings/next",
    "ANY /",
    "ANY /{proxy+}",
  ].map(route),
);

const findRoute = (request: string) => {
  const [method = "", path = ""] = request.split(" ");
  const match = router(method, path);
  return match && [`${match.route.method} ${match.route.resource}`, match.pathParameters];
};

describe("routing", () => {
  it.each([
    ["GET /bookings", "GET /bookings", null],
    ["GET /bookings/", "GET /bookings", null],
    ["PUT /bookings", "ANY /bookings", null],
    ["GET /bookings/7", "GET /bookings/{id}", { id: "7" }],
    ["GET /bookings/next", "GET /bookings/next", null],
    ["GET /bookings/a%2Fb%20c", "GET /bookings/{id}", { id: "a/b c" }],
    ["GET /bookings/%zz", "GET /bookings/{id}", { id: "%zz" }],
    ["GET /bookings/7/seats", "GET /bookings/{id}/seats", { id: "7" }],
    ["GET /bookings/next/seats", "GET /bookings/{id}/seats", { id: "next" }],
    ["GET /bookings/7/none", "ANY /{proxy+}", { proxy: "bookings/7/none" }],
    ["GET /", "ANY /", null],
    ["POST /nowhere/at/all", "ANY /{proxy+}", { proxy: "nowhere/at/all" }],
  ])("routes %s to %s", (request, expected, parameters) => {
    expect(findRoute(request)).toEqual([expected, parameters]);
  });

  it("finds no route for a method that the path does not declare", () => {
    expect(findRoute("POST /bookings/7")).toBeUndefined();
  });

  it("rejects two names for one segment of a path", () => {
    expect(() => createRouter(["GET /a/{x}", "GET /a/{y}/b"].map(route))).toThrow("{y}");
  });
});
