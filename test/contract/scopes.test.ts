import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { loadRegistry, routesOf, splitRoute } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { Scope } from "#lib/scopes.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { API_DOCUMENT } from "#test/support/documents/api-document.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { exampleOf } from "./examples.ts";

const aws = useLocalTable();
beforeEach(() => {
  process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
  process.env["ALLOW_INSECURE_CALENDARS"] = "1";
  process.env["MAILS_QUEUE_URL"] = `${aws().url}/000000000000/mails.fifo`;
});

const { endpoints } = await loadRegistry();
/** The MCP server has no scopes; `test/lib/agents/tools.test.ts` checks those of its tools. */
const specs = endpoints
  .map(({ spec }) => spec)
  .filter(({ scopes, protocol }) => scopes !== "public" && protocol !== "mcp");

const Operation = z.object({ security: z.array(z.record(z.string(), z.array(Scope))) });

/** The scopes that a token needs for a route, as documented. */
function documentedScopes(route: string): Scope[] {
  const { method, path } = splitRoute(route);
  const { security } = Operation.parse(API_DOCUMENT.paths[path]?.[method.toLowerCase()]);
  return security.flatMap(({ oauth = [] }) => oauth);
}

/** Endpoints that read the data of a whole team. */
const OF_COLLEAGUES = ["teams.availability", "teams.event-types.list"];

/** Every set of scopes. */
const SETS = Array.from({ length: 2 ** Scope.options.length }, (_, bits) =>
  Scope.options.filter((_scope, at) => (bits & (1 << at)) !== 0),
);
/** No scope, each one alone, and each set of all but one. */
const EXTREME_SETS = SETS.filter((set) => set.length <= 1 || set.length === Scope.options.length - 1);
const includesAll = (set: readonly Scope[], needed: readonly Scope[]) =>
  needed.every((scope) => set.includes(scope));

const neededOf = (spec: EndpointSpec): Scope[] => routesOf(spec).map(documentedScopes)[0] ?? [];
/** One endpoint for each combination of needed scopes: the same function compares the scopes of all endpoints. */
const representatives = new Map(specs.map((spec) => [neededOf(spec).toSorted().join(" "), spec]));

describe.each(specs)("$route", (spec) => {
  const needed = neededOf(spec);
  const callWith = (user: Caller, scopes: readonly Scope[], parts = {}) =>
    callEndpoint(spec.id, { ...user, scopes: [...scopes], credentialId: "grant-1" }, parts);

  it("has scopes in the document, the same for each of its routes", () => {
    expect(needed).not.toHaveLength(0);
    for (const route of routesOf(spec)) expect(documentedScopes(route)).toEqual(needed);
  });

  const isRepresentative = [...representatives.values()].includes(spec);
  it(`rejects ${isRepresentative ? "every set" : "no, each single, and all other scopes"} without one of them`, async () => {
    const user = await makeHost();
    const sets = isRepresentative ? SETS : EXTREME_SETS;
    for (const set of sets.filter((each) => !includesAll(each, needed))) {
      const { status, json } = await callWith(user, set);
      expect([status, json["code"]], set.join(" ")).toEqual([403, "insufficient_scope"]);
    }
  });

  it("accepts exactly these scopes, also together with any other one", async () => {
    const others = Scope.options.filter((scope) => !needed.includes(scope));
    const { path, query, body, role } = exampleOf(spec);
    const makeRequest = async () => {
      const owner = await makeHost(role);
      const parts = {
        ...(path && { path: await path(owner) }),
        query: (await query?.(owner)) ?? {},
        ...(body && { body: await body(owner) }),
      };
      return { owner, parts };
    };
    const first = await makeRequest();
    for (const set of [needed, ...others.map((scope) => [...needed, scope]), Scope.options]) {
      // A read changes nothing, so that it can be repeated.
      const { owner, parts } = spec.route.startsWith("GET ") ? first : await makeRequest();
      const { status, text } = await callWith(owner, set, parts);
      // An application can access only its own grant, even with all scopes, and data of the user's colleagues only with ADMIN.
      const isForeign = spec.id.startsWith("me.grants.")
        ? path
        : OF_COLLEAGUES.includes(spec.id) && !set.includes("ADMIN");
      const expected = isForeign ? 404 : 200;
      expect(status, `${set.join(" ")}: ${text}`).toBe(expected);
    }
  });
});
