import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PROJECT } from "#infra/project.ts";
import { LONGEST } from "#test/suites.ts";

/** Starts the files that take longest first, also in a fresh clone, where vitest has no durations of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.includes(relative(PROJECT, moduleId));
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}
