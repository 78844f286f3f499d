import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { Released } from "./stateful.ts";

/** What the last release has that holds something; accepted by `npm run upgrade:check -- --accept`. */
export const RELEASED_PATH = join(PROJECT, "docs/released/resources.json");

export const readReleased = async (): Promise<Released> =>
  Released.parse(JSON.parse(await readFile(RELEASED_PATH, "utf8")));

/** One line a resource, so that a change is a line of a diff. */
export function written(stages: Released): string {
  const lines = Object.entries(stages).map(([stage, resources]) => {
    const entries = Object.entries(resources).map(
      ([logicalId, one]) => `    ${JSON.stringify(logicalId)}: ${JSON.stringify(one)}`,
    );
    return `  ${JSON.stringify(stage)}: {\n${entries.join(",\n")}\n  }`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}
