import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";

const read = (file: string): string => readFileSync(join(PROJECT, file), "utf8");
const readme = read("README.md");
/** The code names that a pattern finds in the section under a heading. */
const namesUnder = (heading: string, pattern: RegExp): string[] => {
  const [section = ""] = readme.split(`## ${heading}\n`)[1]?.split("\n## ") ?? [];
  return [...new Set([...section.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();
};

it("the README has at most 200 lines", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(200);
});

it("the folders in its map exist", () => {
  const folders = namesUnder("Find your way", /^\| `([^`]+)`/gm);
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((folder) => !existsSync(join(PROJECT, folder)))).toEqual([]);
});

it("its settings of npm start are those that the code uses", () => {
  const files = ["local/run-cloud", "local/provider", "cli/open-target"];
  const code = files.map((name) => read(`infra/${name}.ts`)).join("\n");
  const used = [...code.matchAll(/\benv\["([A-Z_]+)"|\b(OIDC_[A-Z_]+):/g)].map(
    ([, one, other]) => one ?? other,
  );
  const documented = namesUnder("Settings of `npm start`", /`([A-Z][A-Z_]+)(?:=0)?`/g);
  expect(documented).toEqual([...new Set(used)].toSorted());
});
