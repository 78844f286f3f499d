import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";

const read = (file: string): string => readFileSync(join(PROJECT, file), "utf8");
const readme = read("README.md");
/** What stands in code in the rows of the table under a heading. */
const namesUnder = (heading: string, pattern: RegExp): string[] => {
  const [section = ""] = readme.split(`## ${heading}\n`)[1]?.split("\n## ") ?? [];
  return [...new Set([...section.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();
};

it("the README fits on two screens of a reader: at most 200 lines", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(200);
});

it("its map names folders there are", () => {
  const folders = namesUnder("Find your way", /^\| `([^`]+)`/gm);
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((folder) => !existsSync(join(PROJECT, folder)))).toEqual([]);
});

it("its settings of npm start are those that are read", () => {
  const files = ["local/run-cloud", "local/provider", "cli/open-target"];
  const code = files.map((name) => read(`infra/${name}.ts`)).join("\n");
  const used = [...code.matchAll(/\benv\["([A-Z_]+)"|\b(OIDC_[A-Z_]+):/g)].map(
    ([, one, other]) => one ?? other,
  );
  const told = namesUnder("Settings of `npm start`", /`([A-Z][A-Z_]+)(?:=0)?`/g);
  expect(told).toEqual([...new Set(used)].toSorted());
});
