import { beforeAll, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { setClock } from "#lib/platform/clock.ts";
import { isUndeclaredFailure } from "#test/contract/permissions.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { captureLines, type HandlerResponse } from "#test/support/calls/invoke.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import { CALLERS, type CallerName, makeSetUp, type SetUp } from "./callers.ts";
import { getRule } from "./expected.ts";
import { isOwnList, type ListRow, listRowsOf } from "./lists.ts";
import { type Owner, rowsOf, type Target } from "./rows.ts";
import { isUnchangedBy, shareTargets } from "./share-targets.ts";
import type { Cell, Cells } from "./table.ts";
import { useVisibilityTable } from "./use-visibility-table.ts";

const { endpoints } = await loadRegistry();
const specs = endpoints.map(({ spec }) => spec).filter(({ scopes }) => scopes !== "public");
const table = useVisibilityTable(CALLERS);

/** The responses to all callers, requested in parallel. */
async function forAllCallers<T>(
  { callers }: SetUp,
  request: (caller: Caller, name: CallerName) => Promise<T>,
): Promise<Record<CallerName, T>> {
  const responses = CALLERS.map(async (name) => [name, await request(callers[name], name)] as const);
  return Object.fromEntries(await Promise.all(responses)) as Record<CallerName, T>;
}

const setUps = new Map<string, Promise<SetUp>>();

/** A set-up for each resource: a row adds many members, and each makes the calls of an admin of the organization slower. */
function getSetUp({ id }: EndpointSpec): Promise<SetUp> {
  const [resource = id] = id.split(".");
  const setUp = setUps.get(resource) ?? makeSetUp();
  setUps.set(resource, setUp);
  return setUp;
}

/** One line of the matrix. */
const line = (cellOf: (caller: CallerName) => Cell): Cells =>
  Object.fromEntries(CALLERS.map((name) => [name, cellOf(name)])) as Cells;

// First, while the table is small: some callers list the objects of all users.
describe.each(specs.flatMap(listRowsOf))("$name", (row: ListRow) => {
  const { name, spec, query, owners, readId, isOf, findPath } = row;
  const { foreign, own = {}, otherwise = "-", because } = getRule(name);

  it("contains the objects of the matrix for each caller", async () => {
    const readSpec = specs.find(({ id }) => id === readId);
    if (!readSpec) throw new Error(`no endpoint reads an element of ${spec.id}`);
    const setUp = await makeSetUp();
    const lines = new Map<Owner, Cells>();
    const getTarget = shareTargets((requested) => findPath(readSpec, setUp, requested));
    for (const owner of owners) {
      const paths = new Map<Caller, Target>();
      await forAllCallers(setUp, async (caller) => {
        paths.set(caller, await getTarget({ caller, owner }, true));
      });
      await publishAll();
      // Events are listed once they are settled.
      setClock(() => Date.now() + 60_000);
      const listed = await forAllCallers(setUp, async (caller): Promise<Cell> => {
        const path = paths.get(caller) ?? {};
        const { status, json } = await callEndpoint(spec.id, caller, { query: query(setUp) });
        if (status !== 200) return status;
        return Object.values(json)
          .flat()
          .some((item) => isOf(Object(item), path))
          ? "listed"
          : "-";
      });
      setClock(Date.now);
      lines.set(owner, listed);
    }
    table.add(name, because, lines);
    const expected: Partial<Record<Owner, Cells>> = {
      own: line((caller) => (own[caller] === undefined ? "listed" : otherwise)),
      "as another host": line(() => "listed"),
      "a neighbour's": line((caller) => (foreign[caller] === 200 ? "listed" : otherwise)),
      missing: line(() => "-"),
    };
    expect(Object.fromEntries(lines)).toEqual(
      Object.fromEntries(owners.map((owner) => [owner, expected[owner]])),
    );
  });
});

describe.each(specs.filter((spec) => !isOwnList(spec)).flatMap(rowsOf))(
  "$name",
  ({ name, spec, owners, makeTarget, makeRequest }) => {
    const { foreign, own = {}, always = {}, asAnotherHost = 404, otherwise = 404, because } = getRule(name);
    const responses = new Map<Owner, Record<CallerName, HandlerResponse>>();
    let undeclared: object[] = [];
    beforeAll(async () => {
      const lines = captureLines();
      const setUp = await getSetUp(spec);
      const getTarget = shareTargets((requested) => makeTarget(setUp, requested));
      for (const owner of owners) {
        const request = async (caller: Caller, callerName: CallerName) => {
          const target = await getTarget({ caller, owner }, isUnchangedBy(callerName, { name, spec }, owner));
          return callEndpoint(spec.id, caller, await makeRequest(caller, target));
        };
        responses.set(owner, await forAllCallers(setUp, request));
      }
      undeclared = lines().filter(isUndeclaredFailure);
    });

    it("has the status of the matrix for each caller", () => {
      const lines = [...responses].map(
        ([owner, to]) => [owner, line((caller) => to[caller].status)] as const,
      );
      table.add(name, because, new Map(lines));
      const expected: Partial<Record<Owner, Cells>> = {
        own: line((caller) => always[caller] ?? own[caller] ?? 200),
        "a neighbour's": line((caller) => always[caller] ?? foreign[caller] ?? otherwise),
        missing: line((caller) => always[caller] ?? otherwise),
        "as another host": line((caller) => foreign[caller] ?? asAnotherHost),
      };
      expect(Object.fromEntries(lines)).toEqual(
        Object.fromEntries(owners.map((owner) => [owner, expected[owner]])),
      );
    });

    it("fails only with codes that the endpoint declares, so that the API document has them", () => {
      expect(undeclared).toEqual([]);
    });

    if (owners.includes("missing"))
      it("has the same response for a neighbour's object as for a missing one", () => {
        const [neighbours, missing] = [responses.get("a neighbour's"), responses.get("missing")];
        const denied = CALLERS.filter((caller) => foreign[caller] === undefined);
        expect(denied.map((caller) => neighbours && comparable(neighbours[caller]))).toEqual(
          denied.map((caller) => missing && comparable(missing[caller])),
        );
      });
  },
);

/** A response, except for the fields that differ in every response. */
function comparable({ status, headers, json }: HandlerResponse): object {
  const { requestId: _, instance: __, ...body } = json;
  return { status, headers, body };
}
