import { describe, expect, it } from "vitest";
import type { Figure, Table } from "#bench/report.ts";
import { SUMMARY_FUNCTIONS, summaryText } from "#bench/summary.ts";
import { loadRegistry } from "#infra/registry.ts";

const tableOf = (column: string, values: Record<string, Figure>): Table => ({
  title: "Made up",
  note: "",
  rows: Object.entries(values).map(([name, figure]) => ({ name, cells: { [column]: figure } })),
});
const times = (value: number, atMost: number): Figure => ({ value, unit: "×", budget: { atMost } });
const lineOf = (text: string, measured: Record<string, Table>): string | undefined =>
  summaryText(new Map(Object.entries(measured).map(([part, table]) => [part, [table]])))
    .split("\n")
    .find((line) => line.includes(text));

describe("the summary of the benchmark", () => {
  it("has one line for each value, and starts functions that exist", async () => {
    const { endpoints, consumers, authorizer } = await loadRegistry();
    const ids = [...endpoints, ...consumers, authorizer].map(({ spec }) => spec.id);
    expect(summaryText(new Map()).trim().split("\n")).toHaveLength(2 + 15);
    expect(ids).toEqual(expect.arrayContaining([...SUMMARY_FUNCTIONS]));
  });

  it("shows the value that is furthest from its goal", () => {
    const growth = tableOf("ratio", {
      get: times(1.1, 1.2),
      create: times(1.4, 1.2),
      cancel: times(0.9, 1.2),
    });
    expect(lineOf("compared with a host with 10", { growth })).toContain("| 1.40 × (≤ 1.2 ✗) |");
  });

  it("shows the ratio to each framework that was measured", () => {
    const cold = tableOf("almanac / framework", { hono: times(0.7, 0.75), nestjs: times(0.6, 0.5) });
    expect(lineOf("`bookings.create`", { cold })).toContain(
      "hono 0.70 × (≤ 0.75 ✓), nestjs 0.60 × (≤ 0.5 ✗)",
    );
  });

  it("says which values were not measured", () => {
    expect(lineOf("`GET /bookings/{id}`", {})).toContain("| not measured |");
  });
});
