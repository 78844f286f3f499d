import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { LONGEST, SUITES } from "./suites.ts";

const filesOf = (include: string[], exclude: string[] = []): string[] =>
  globSync(include, { cwd: PROJECT, exclude });

it("every test file is in exactly one suite", () => {
  const files = Object.values(SUITES).flatMap(({ include, exclude }) => filesOf(include, exclude));
  expect(files.toSorted()).toEqual(filesOf(["{local-cloud/,}test/**/*.test.ts"]).toSorted());
});

it("the extended suite lists only files that exist", () => {
  expect(SUITES.extended.include.filter((pattern) => filesOf([pattern]).length === 0)).toEqual([]);
});

it("the files that start first exist", () => {
  expect(filesOf(LONGEST).toSorted()).toEqual(LONGEST.toSorted());
});
