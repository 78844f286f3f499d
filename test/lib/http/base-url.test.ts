import { afterEach, expect, it, vi } from "vitest";
import { baseUrlOf } from "#lib/http/base-url.ts";

afterEach(() => vi.unstubAllEnvs());

const requestContext = { domainName: "abc.execute-api.eu-west-1.amazonaws.com", stage: "v1" };

it.each([
  [{}, "https://abc.execute-api.eu-west-1.amazonaws.com/v1"],
  [{ Host: "api.example.com", "X-Forwarded-Proto": "https" }, "https://api.example.com/v1"],
  [{ host: "127.0.0.1:3000", "X-Forwarded-Proto": "http" }, "http://127.0.0.1:3000/v1"],
])("the service is where it was called: %j", (headers, url) => {
  expect(baseUrlOf({ headers, requestContext })).toBe(url);
});

it("the service is where its operator says", () => {
  vi.stubEnv("SERVICE_URL", "https://meet.example.com/api");
  expect(baseUrlOf({ headers: { Host: "api.example.com" }, requestContext })).toBe(
    "https://meet.example.com/api",
  );
});
