import { expect, it } from "vitest";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

it("a deprecated endpoint returns the dates of its deprecation and its removal", async () => {
  const spec = endpointSpec({ scopes: "public", deprecated: { since: "2031-01-01", sunset: "2031-07-01" } });
  const { headers } = await invoke(endpoint(spec, async () => ({})));
  expect(headers).toMatchObject({
    Deprecation: "@1924992000",
    Sunset: "Tue, 01 Jul 2031 00:00:00 GMT",
  });
  const other = await invoke(endpoint(endpointSpec({ scopes: "public" }), async () => ({})));
  expect(other.headers).not.toHaveProperty("Deprecation");
});
