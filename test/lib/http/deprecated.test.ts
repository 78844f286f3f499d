import { expect, it } from "vitest";
import { endpoint } from "#lib/http/endpoint.ts";
import { captureLines, invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";

it("an endpoint that will go says since when it is deprecated and when it goes", async () => {
  captureLines();
  const spec = endpointSpec({ scopes: "public", deprecated: { since: "2031-01-01", sunset: "2031-07-01" } });
  const { headers } = await invoke(endpoint(spec, async () => ({})));
  expect(headers).toMatchObject({
    Deprecation: "@1924992000",
    Sunset: "Tue, 01 Jul 2031 00:00:00 GMT",
  });
  const kept = await invoke(endpoint(endpointSpec({ scopes: "public" }), async () => ({})));
  expect(kept.headers).not.toHaveProperty("Deprecation");
});
