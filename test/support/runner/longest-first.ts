import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PROJECT } from "#infra/project.ts";
import { BUNDLING, LONGEST } from "#test/suites.ts";

/**
 * Starts the files that take longest first, also in a fresh clone, where vitest has no durations of an earlier run. One file bundles the
 * functions there, which takes half a minute. The tests of `lib` don't need the bundles, so they come before the others, which would wait.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const file = relative(PROJECT, moduleId);
  if (BUNDLING.includes(file)) return 0;
  const index = LONGEST.indexOf(file);
  return (file.startsWith("test/lib/") ? 1 : 2) * 1_000 + (index < 0 ? LONGEST.length : index);
}
