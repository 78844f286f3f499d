import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the template and the bundles are made of. */
const SOURCES = [
  "functions",
  "lib",
  "infra",
  "docs/openapi.json",
  "cdk.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Folders that run on a developer's machine and leave no trace in the template. */
const OUTSIDE = ["infra/local", "infra/cli"];

/** A hash over all sources of the cloud assembly, by content, and the settings it is made with. */
export function hashSources(project: string, context: Record<string, unknown>): string {
  const hash = createHash("sha256").update(JSON.stringify(context));
  for (const file of SOURCES.flatMap((source) => filesBelow(project, source))) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(project, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

function filesBelow(project: string, path: string): string[] {
  if (path.includes(".")) return [path];
  return readdirSync(join(project, path), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = `${path}/${entry.name}`;
      if (!entry.isDirectory()) return [below];
      return OUTSIDE.includes(below) ? [] : filesBelow(project, below);
    });
}
