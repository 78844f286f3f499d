import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";

/** The guide for clients of Cal.com's API v1. */
export const GUIDE = readFileSync(join(PROJECT, "docs/moving-from-cal-v1.md"), "utf8");

/** The rows of the table under a heading of the guide, without the header. */
export function rowsUnder(heading: string): string[][] {
  const [, section = ""] = GUIDE.split(`# ${heading}\n`);
  const [text = ""] = section.split(/^#/m);
  return [...text.matchAll(/^\|(.*)\|$/gm)]
    .map(([, row = ""]) => row.split("|").map((cell) => cell.trim()))
    .slice(2);
}

/** The code names in a cell. */
export const namesIn = (cell = ""): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);

/** One endpoint of the guide's table. */
export interface GuideRow {
  method: string;
  path: string;
  support: string;
  /** The remark in the guide. */
  note: string;
}

/** Every endpoint of the guide's table. */
export const endpointsOfGuide = (): GuideRow[] =>
  rowsUnder("Endpoints").flatMap(([methods = "", path = "", support = "", note = ""]) =>
    methods.split(", ").map((method) => ({ method, path: path.replaceAll("`", ""), support, note })),
  );
