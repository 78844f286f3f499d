import { describe, expect, it } from "vitest";
import { allEntries, loadRegistry, readEntry, toRegistry } from "#infra/registry.ts";
import { consumerSpec, endpointSpec, entryOf, gatewaySpec, registryOf } from "#test/support/calls/specs.ts";

it("the registry of the service finds every function file and both functions of the gateway", async () => {
  const registry = await loadRegistry();
  expect(registry.authorizer.spec.id).toBe("authorizer");
  expect(registry.fallback.spec.id).toBe("fallback");
  expect(allEntries(registry).map(({ file }) => file)).toContain("functions/authorizer.ts");
});

describe("a function file", () => {
  const handlerOf = (spec: object) => Object.assign(() => undefined, { spec });

  it("has the id of its path", () => {
    const module = { handler: handlerOf(endpointSpec({ id: "things.show" })) };
    expect(() => readEntry("functions/things/get.ts", module)).toThrow(
      "functions/things/get.ts has the id things.show instead of things.get",
    );
    expect(readEntry("functions/things/show.ts", module).spec.id).toBe("things.show");
  });

  it("may have hyphens in its id", () => {
    const module = { handler: handlerOf(consumerSpec({ id: "events.fan-out" })) };
    expect(readEntry("functions/events/fan-out.ts", module).spec.id).toBe("events.fan-out");
  });

  it.each([{}, { handler: () => undefined }, { handler: handlerOf({ id: "things.get" }) }])(
    "is rejected without a handler that has a spec",
    (module) => {
      expect(() => readEntry("functions/things/get.ts", module)).toThrow("exports no handler with a spec");
    },
  );
});

describe("a registry", () => {
  it("sorts its entries by id", () => {
    const registry = registryOf(
      endpointSpec({ id: "things.list", route: "GET /things" }),
      endpointSpec({ id: "things.get" }),
      consumerSpec(),
    );
    expect(registry.endpoints.map(({ spec }) => spec.id)).toEqual(["things.get", "things.list"]);
    expect(allEntries(registry).map(({ spec }) => spec.id)).toEqual([
      "authorizer",
      "events.consume",
      "fallback",
      "things.get",
      "things.list",
    ]);
  });

  it("rejects a route that two endpoints declare, even with different parameter names", () => {
    const get = endpointSpec();
    const other = endpointSpec({
      id: "things.other",
      route: "GET /other",
      aliases: ["GET /things/{thingId}"],
    });
    expect(() => registryOf(get, other)).toThrow(
      "things.get and things.other both declare GET /things/{thingId}",
    );
  });

  it("must have an authorizer", () => {
    expect(() => toRegistry([entryOf(gatewaySpec("fallback"))])).toThrow("no function is the authorizer");
  });
});
