import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { captureLines, type HandlerResponse } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import { CALLERS, type CallerName, makeSetUp, type SetUp } from "./callers.ts";
import { getRule } from "./expected.ts";
import { isOwnList, type ListRow, listRowsOf } from "./lists.ts";
import { type Owner, rowsOf } from "./rows.ts";
import { type Cell, type Cells, VisibilityTable } from "./table.ts";

useLocalTable();

const { endpoints } = await loadRegistry();
const specs = endpoints.map(({ spec }) => spec).filter(({ scopes }) => scopes !== "public");
const table = new VisibilityTable(CALLERS);

beforeAll(() => {
  process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
  process.env["ALLOW_INSECURE_CALENDARS"] = "1";
});
beforeEach(() => {
  captureLines();
});
afterAll(() => {
  process.stdout.write(`${table.text()}\n`);
});

/** The responses to all callers, requested in parallel. */
async function forAllCallers<T>(
  { callers }: SetUp,
  request: (caller: Caller) => Promise<T>,
): Promise<Record<CallerName, T>> {
  const responses = CALLERS.map(async (name) => [name, await request(callers[name])] as const);
  return Object.fromEntries(await Promise.all(responses)) as Record<CallerName, T>;
}

/** One line of the matrix. */
const line = (cellOf: (caller: CallerName) => Cell): Cells =>
  Object.fromEntries(CALLERS.map((name) => [name, cellOf(name)])) as Cells;

describe.each(specs.filter((spec) => !isOwnList(spec)).flatMap(rowsOf))(
  "$name",
  ({ name, spec, owners, makeRequest }) => {
    const { foreign, own = {}, always = {}, asAnotherHost = 404, otherwise = 404, because } = getRule(name);
    const responses = new Map<Owner, Record<CallerName, HandlerResponse>>();
    beforeAll(async () => {
      captureLines();
      // A set-up for each row: a row adds many members, and each makes the calls of an admin of the organization slower.
      const setUp = await makeSetUp();
      for (const owner of owners) {
        const request = async (caller: Caller) =>
          callEndpoint(spec.id, caller, await makeRequest(setUp, caller, owner));
        responses.set(owner, await forAllCallers(setUp, request));
      }
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

describe.each(specs.flatMap(listRowsOf))("$name", (row: ListRow) => {
  const { name, spec, query, owners, readId, isOf, findPath } = row;
  const { foreign, own = {}, otherwise = "-", because } = getRule(name);

  it("contains the objects of the matrix for each caller", async () => {
    const readSpec = specs.find(({ id }) => id === readId);
    if (!readSpec) throw new Error(`no endpoint reads an element of ${spec.id}`);
    const setUp = await makeSetUp();
    const lines = new Map<Owner, Cells>();
    for (const owner of owners) {
      const paths = new Map<Caller, Record<string, string>>();
      await forAllCallers(setUp, async (caller) => {
        paths.set(caller, await findPath(readSpec, setUp, { caller, owner }));
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

/** A response, except for the fields that differ in every response. */
function comparable({ status, headers, json }: HandlerResponse): object {
  const { requestId: _, instance: __, ...body } = json;
  return { status, headers, body };
}
