import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/access/caller.ts";
import { callEndpoint } from "#test/support/call-endpoint.ts";
import { type Answered, captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { CALLERS, type CallerName, type Cast, makeCast } from "./cast.ts";
import { ruleOf } from "./expected.ts";
import { type ListRow, listRowsOf } from "./lists.ts";
import { type Owner, pathTo, rowsOf } from "./rows.ts";
import { type Cell, type Cells, VisibilityTable } from "./table.ts";

useLocalTable();

const { endpoints } = await loadRegistry();
const specs = endpoints.map(({ spec }) => spec).filter(({ scopes }) => scopes !== "public");
const table = new VisibilityTable();
let cast: Cast;

beforeAll(async () => {
  process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
  cast = await makeCast();
});
beforeEach(() => {
  captureLines();
});
afterAll(() => {
  process.stdout.write(`${table.text()}\n`);
});

/** One line of the matrix: what each caller is answered. */
async function lineOf(answer: (caller: Caller, name: CallerName) => Promise<Cell>): Promise<Cells> {
  const cells = await Promise.all(
    CALLERS.map(async (name) => [name, await answer(cast.callers[name], name)] as const),
  );
  return Object.fromEntries(cells) as Cells;
}

const expectedLine = (cellOf: (name: CallerName) => Cell): Cells =>
  Object.fromEntries(CALLERS.map((name) => [name, cellOf(name)])) as Cells;

describe.each(specs.filter(({ streams }) => !streams).flatMap(rowsOf))("$name", ({ name, spec, of, ask }) => {
  const { foreign, otherwise = 404, because } = ruleOf(name);
  const expected: Record<Owner, (caller: CallerName) => Cell> = {
    own: () => 200,
    "a neighbour's": (caller) => foreign[caller] ?? otherwise,
    "nobody's": () => otherwise,
  };

  it("is answered to each caller as the matrix says", async () => {
    const lines = new Map<Owner, Cells>();
    for (const owner of of)
      lines.set(
        owner,
        await lineOf(
          async (caller) => (await callEndpoint(spec.id, caller, await ask(cast, caller, owner))).status,
        ),
      );
    table.add(name, because, lines);
    expect(Object.fromEntries(lines)).toEqual(
      Object.fromEntries(of.map((owner) => [owner, expectedLine(expected[owner])])),
    );
  });

  it.runIf(of.includes("nobody's"))("tells nobody a neighbour's from nobody's", async () => {
    for (const caller of CALLERS.filter((each) => foreign[each] === undefined)) {
      const ofOwner = async (owner: Owner) =>
        comparable(
          await callEndpoint(spec.id, cast.callers[caller], await ask(cast, cast.callers[caller], owner)),
        );
      expect(await ofOwner("a neighbour's")).toEqual(await ofOwner("nobody's"));
    }
  });
});

describe.each(specs.flatMap(listRowsOf))("$name", ({ name, spec, query, of, isOf }: ListRow) => {
  const { foreign, because } = ruleOf(name);
  const getter = specs.find(({ id }) => id === spec.id.replace(/\.list$/, ".get"));

  it("lists to each caller what the matrix says", async () => {
    if (!getter) throw new Error(`there is no endpoint that reads one of ${spec.id}`);
    const lines = new Map<Owner, Cells>();
    for (const owner of of)
      lines.set(
        owner,
        await lineOf(async (caller) => {
          const path = await pathTo(getter, cast, { caller, owner });
          const { json } = await callEndpoint(spec.id, caller, { query: query(cast) });
          return Object.values(json)
            .flat()
            .some((item) => isOf(Object(item), path))
            ? "listed"
            : "-";
        }),
      );
    table.add(name, because, lines);
    const listed: Record<Owner, (caller: CallerName) => Cell> = {
      own: () => "listed",
      "a neighbour's": (caller) => (foreign[caller] === 200 ? "listed" : "-"),
      "nobody's": () => "-",
    };
    expect(Object.fromEntries(lines)).toEqual(
      Object.fromEntries(of.map((owner) => [owner, expectedLine(listed[owner])])),
    );
  });
});

/** An answer but for what differs between any two. */
function comparable({ status, headers, json }: Answered): object {
  const { requestId: _, instance: __, ...body } = json;
  return { status, headers, body };
}
