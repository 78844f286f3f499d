import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PROJECT } from "#infra/project.ts";
import { LONGEST } from "#test/suites.ts";

/** Starts the files that take longest first, also in a fresh clone, where vitest has no durations of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.indexOf(relative(PROJECT, moduleId));
      return index < 0 ? LONGEST.length : index;
    };
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
