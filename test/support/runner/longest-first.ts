import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PROJECT } from "#infra/project.ts";
import { BUNDLING, LONGEST } from "#test/suites.ts";

/**
 * Starts the files that take longest first, and the others in the order of their names, so that every run has the same order. vitest's own order,
 * by the durations of the run before, starts all files that mostly wait at the same time. In a fresh clone, one file bundles the functions, which
 * takes half a minute. The tests of `lib` don't need the bundles, so they come before the others, which would wait.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || (one.moduleId < other.moduleId ? -1 : 1),
    );
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const file = relative(PROJECT, moduleId);
  if (BUNDLING.includes(file)) return 0;
  const index = LONGEST.indexOf(file);
  return (file.startsWith("test/lib/") ? 1 : 2) * 1_000 + (index < 0 ? LONGEST.length : index);
}
