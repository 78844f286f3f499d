import { beforeAll, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import { Scope } from "#lib/scopes.ts";
import { exampleOf } from "#test/contract/examples.ts";
import { missingPath } from "#test/contract/subject.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import type { CallerName } from "./callers.ts";
import {
  ENDING_NAMES,
  ENDINGS,
  type Ending,
  type EndingName,
  makeNeighbourhood,
  scopesFor,
} from "./endings.ts";
import { getRule, type Rule } from "./expected.ts";
import { isOwnList, type ListRow, listRowsOf } from "./lists.ts";
import { type Owner, type Row, rowsOf } from "./rows.ts";
import { isUnchangedBy, shareTargets } from "./share-targets.ts";
import { useVisibilityTable } from "./use-visibility-table.ts";

const { endpoints } = await loadRegistry();
const specs = endpoints.map(({ spec }) => spec).filter(({ scopes }) => scopes !== "public");
const table = useVisibilityTable(ENDING_NAMES);

type Result = number | "listed" | "-";
/** What a caller gets while the right lasts, and after it has ended. */
type Results = [before: Result, after: Result];

/** Runs a request of a caller whose right ends, on one object before and on another one after. */
type Run = (ending: Ending, owner: Owner) => Promise<Results>;

/** Expects the results of each way in which a right ends. */
async function expectResults(name: string, owner: Owner, { expected, run }: Record<"expected" | "run", Run>) {
  const resultsOf = async (get: Run) =>
    Object.fromEntries(
      await Promise.all(
        ENDING_NAMES.map(async (each) => [each, (await get(ENDINGS[each], owner)).join(" > ")] as const),
      ),
    ) as Record<EndingName, string>;
  const found = await resultsOf(run);
  table.add(name, getRule(name).because, new Map([[owner, found]]));
  expect(found).toEqual(await resultsOf(expected));
}

/** The status of a row of the matrix for one of its callers. */
function statusIn(
  { foreign, own = {}, always = {}, otherwise = 404 }: Rule,
  owner: Owner,
  caller: CallerName,
) {
  const status = owner === "a neighbour's" ? (foreign[caller] ?? otherwise) : (own[caller] ?? 200);
  return always[caller] ?? status;
}

/** Returns a function that lists an object of one organization, which all callers look for if it is not their own. */
async function runList({ spec, query, readId, isOf, findPath }: ListRow): Promise<Run> {
  const readSpec = specs.find(({ id }) => id === readId);
  if (!readSpec) throw new Error(`no endpoint reads an element of ${spec.id}`);
  const neighbourhood = await makeNeighbourhood();
  const getPath = shareTargets((requested) => findPath(readSpec, neighbourhood, requested));
  return async ({ start, end }, owner) => {
    const caller = await start(neighbourhood.organization);
    const path = await getPath({ caller, owner }, owner === "a neighbour's");
    const find = async (as: Caller): Promise<Result> => {
      const { status, json } = await callEndpoint(spec.id, as, { query: query(neighbourhood) });
      if (status !== 200) return status;
      const isListed = Object.values(json)
        .flat()
        .some((item) => isOf(Object(item), path));
      return isListed ? "listed" : "-";
    };
    await publishAll();
    const before = await find(caller);
    return [before, await find(await end(caller, neighbourhood.organization))];
  };
}

// First, while the table is small: a system admin lists the objects of all users.
describe.each(specs.flatMap(listRowsOf))("$name", (row) => {
  const { foreign, otherwise = "-" } = getRule(row.name);
  const found = (caller: CallerName): Result => (foreign[caller] === 200 ? "listed" : otherwise);

  it("contains the objects of others until the right ends", async () => {
    await expectResults(row.name, "a neighbour's", {
      expected: async ({ before, after }) => [found(before), found(after)],
      run: await runList(row),
    });
  });

  if (row.name.endsWith(" team"))
    it("contains the caller's own event type of the team until the caller leaves", async () => {
      const whose: Owner = "own in the organization";
      const run = await runList(row);
      expect(await run(ENDINGS["leaves the team"], whose)).toEqual(["listed", "-"]);
      expect(await run(ENDINGS["admin becomes member"], whose)).toEqual(["listed", "listed"]);
    });
});

/** Returns a function that requests objects of one organization. Callers share those that their requests do not change. */
async function runRequest(row: Row): Promise<Run> {
  const neighbourhood = await makeNeighbourhood();
  const getTarget = shareTargets((requested) => row.makeTarget(neighbourhood, requested));
  return async ({ before, after, start, end }, owner) => {
    const caller = await start(neighbourhood.organization);
    const requestLike = async (name: CallerName): Promise<RequestParts> =>
      row.makeRequest(caller, await getTarget({ caller, owner }, isUnchangedBy(name, row, owner)));
    const [first, second] = [await requestLike(before), await requestLike(after)];
    const { status } = await callEndpoint(row.spec.id, caller, first);
    const former = await end(caller, neighbourhood.organization);
    return [status, (await callEndpoint(row.spec.id, former, second)).status];
  };
}

describe.each(specs.filter((spec) => !isOwnList(spec)).flatMap(rowsOf))("$name", (row) => {
  const rule = getRule(row.name);
  const owner = row.owners.includes("a neighbour's") ? "a neighbour's" : "own";

  it("has the status of a caller without the right, as soon as the right ends", async () => {
    await expectResults(row.name, owner, {
      expected: async ({ before, after }) => [statusIn(rule, owner, before), statusIn(rule, owner, after)],
      run: await runRequest(row),
    });
  });

  if (row.name.endsWith(" team"))
    it("has it also for the caller's own event type of the team, after leaving the team", async () => {
      const whose: Owner = "own in the organization";
      const run = await runRequest(row);
      expect(await run(ENDINGS["leaves the team"], whose)).toEqual([
        200,
        statusIn(rule, "a neighbour's", "stranger"),
      ]);
      for (const ending of ["admin becomes member", "token without ADMIN"] as const)
        expect(await run(ENDINGS[ending], whose)).toEqual([200, 200]);
    });
});

let tokenHolder: Caller;
beforeAll(async () => {
  tokenHolder = await ENDINGS["token without ADMIN"].start((await makeNeighbourhood()).organization);
});

describe.each(specs.filter((spec) => scopesFor(spec).length > 0))("$id", (spec) => {
  it.each(scopesFor(spec))("is rejected as soon as the token has no %s", async (scope) => {
    const path = missingPath({ spec, example: exampleOf(spec) });
    const call = (scopes: Scope[]) => callEndpoint(spec.id, { ...tokenHolder, scopes }, { path });
    expect((await call(Scope.options)).json["code"]).not.toBe("insufficient_scope");
    expect((await call(Scope.options.filter((each) => each !== scope))).json["code"]).toBe(
      "insufficient_scope",
    );
  });
});
