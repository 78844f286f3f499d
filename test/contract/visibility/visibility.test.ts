import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { captureLines, type HandlerResponse } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import { CALLERS, type CallerName, type Cast, makeCast } from "./cast.ts";
import { ruleOf } from "./expected.ts";
import { isOwnList, type ListRow, listRowsOf } from "./lists.ts";
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

/** The responses to all callers, requested in parallel. */
async function everybody<T>(
  answer: (caller: Caller) => Promise<T>,
  { callers } = cast,
): Promise<Record<CallerName, T>> {
  const answers = CALLERS.map(async (name) => [name, await answer(callers[name])] as const);
  return Object.fromEntries(await Promise.all(answers)) as Record<CallerName, T>;
}

/** One line of the matrix. */
const line = (cellOf: (caller: CallerName) => Cell): Cells =>
  Object.fromEntries(CALLERS.map((name) => [name, cellOf(name)])) as Cells;

describe.each(specs.filter((spec) => !isOwnList(spec)).flatMap(rowsOf))(
  "$name",
  ({ name, spec, of, ask }) => {
    const { foreign, own = {}, always = {}, asAnotherHost = 404, otherwise = 404, because } = ruleOf(name);
    const answers = new Map<Owner, Record<CallerName, HandlerResponse>>();
    beforeAll(async () => {
      captureLines();
      // Every row adds members to the organization, more than the availability of a team can have.
      const asked = spec.id === "teams.availability" ? await makeCast() : cast;
      for (const owner of of) {
        const answer = async (caller: Caller) =>
          callEndpoint(spec.id, caller, await ask(asked, caller, owner));
        answers.set(owner, await everybody(answer, asked));
      }
    });

    it("is answered to each caller as the matrix says", () => {
      const lines = [...answers].map(([owner, to]) => [owner, line((caller) => to[caller].status)] as const);
      table.add(name, because, new Map(lines));
      const expected: Record<Owner, Cells> = {
        own: line((caller) => always[caller] ?? own[caller] ?? 200),
        "a neighbour's": line((caller) => always[caller] ?? foreign[caller] ?? otherwise),
        "nobody's": line((caller) => always[caller] ?? otherwise),
        "as another host": line((caller) => foreign[caller] ?? asAnotherHost),
      };
      expect(Object.fromEntries(lines)).toEqual(
        Object.fromEntries(of.map((owner) => [owner, expected[owner]])),
      );
    });

    if (of.includes("nobody's"))
      it("tells nobody a neighbour's from nobody's", () => {
        const [neighbours, nobodys] = [answers.get("a neighbour's"), answers.get("nobody's")];
        const told = CALLERS.filter((caller) => foreign[caller] === undefined);
        expect(told.map((caller) => neighbours && comparable(neighbours[caller]))).toEqual(
          told.map((caller) => nobodys && comparable(nobodys[caller])),
        );
      });
  },
);

describe.each(specs.flatMap(listRowsOf))("$name", ({ name, spec, query, of, reading, isOf }: ListRow) => {
  const { foreign, own = {}, otherwise = "-", because } = ruleOf(name);

  it("lists to each caller what the matrix says", async () => {
    const readingOne = specs.find(({ id }) => id === reading);
    if (!readingOne) throw new Error(`there is no endpoint that reads one of ${spec.id}`);
    const lines = new Map<Owner, Cells>();
    for (const owner of of) {
      const paths = new Map<Caller, Record<string, string>>();
      await everybody(async (caller) => {
        paths.set(caller, await pathTo(readingOne, cast, { caller, owner }));
      });
      await publishAll();
      // Events are listed once they are settled.
      setClock(() => Date.now() + 60_000);
      const listed = await everybody(async (caller): Promise<Cell> => {
        const path = paths.get(caller) ?? {};
        const { status, json } = await callEndpoint(spec.id, caller, { query: query(cast) });
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
    const expected: Record<Owner, Cells> = {
      own: line((caller) => (own[caller] === undefined ? "listed" : otherwise)),
      "as another host": line(() => "listed"),
      "a neighbour's": line((caller) => (foreign[caller] === 200 ? "listed" : otherwise)),
      "nobody's": line(() => "-"),
    };
    expect(Object.fromEntries(lines)).toEqual(
      Object.fromEntries(of.map((owner) => [owner, expected[owner]])),
    );
  });
});

/** An answer but for what differs between any two. */
function comparable({ status, headers, json }: HandlerResponse): object {
  const { requestId: _, instance: __, ...body } = json;
  return { status, headers, body };
}
