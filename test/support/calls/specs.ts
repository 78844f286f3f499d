import * as z from "zod";
import { type Entry, type Registry, toRegistry } from "#infra/registry.ts";
import type { ConsumerSpec, EndpointSpec, FunctionSpec, GatewaySpec } from "#lib/entry/http/spec.ts";

/** An entry of the registry for a spec, with the file that its id requires. */
export const entryOf = <S extends FunctionSpec>(spec: S): Entry<S> => ({
  file: `functions/${spec.id.replaceAll(".", "/")}.ts`,
  spec,
});

/** An endpoint `things.get` at `GET /things/{id}`, with these changes. */
export const endpointSpec = (changes: Partial<EndpointSpec> = {}): EndpointSpec => ({
  id: "things.get",
  summary: "Returns one thing",
  route: "GET /things/{id}",
  scopes: ["READ_BOOKING"],
  input: {},
  response: z.object({}),
  failures: [],
  permissions: ["table:GetItem"],
  ...changes,
});

/** A consumer of the events queue, with these changes. */
export const consumerSpec = (changes: Partial<ConsumerSpec> = {}): ConsumerSpec => ({
  id: "events.consume",
  summary: "Consumes",
  source: { queue: "events", batchSize: 10, maxConcurrency: 5 },
  timeoutSeconds: 30,
  permissions: [],
  ...changes,
});

/** One of the gateway's own functions. */
export const gatewaySpec = (gateway: GatewaySpec["gateway"]): GatewaySpec => ({
  id: gateway,
  summary: `The ${gateway}`,
  gateway,
  permissions: [],
});

/** A registry of these specs and the two functions of the gateway. */
export const registryOf = (...specs: FunctionSpec[]): Registry =>
  toRegistry([...specs, gatewaySpec("authorizer"), gatewaySpec("fallback")].map(entryOf));
