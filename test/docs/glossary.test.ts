import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "#infra/project.ts";

const rows = readFileSync(join(PROJECT, "docs/glossary.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(1)
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the glossary has at most 60 terms, in alphabetical order", () => {
  const terms = rows.map(([, term]) => term?.toLowerCase());
  expect(terms.length).toBeGreaterThan(40);
  expect(terms.length).toBeLessThanOrEqual(60);
  expect(terms).toEqual(terms.toSorted());
});

test.each(rows.map(([, term = "", , where = ""]) => ({ term, where })))(
  "the files of $term exist",
  ({ where }) => {
    const paths = [...where.matchAll(/`(\w+\/[\w/.-]*)`/g)].map(([, path = ""]) => path);
    expect(paths.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  },
);
