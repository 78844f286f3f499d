import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { Settings } from "#infra/settings.ts";

let guide: string;
beforeAll(async () => {
  guide = await readFile(join(PROJECT, "docs/deploy.md"), "utf8");
});

describe("the guide to deploying", () => {
  it("says of every setting what it takes and does", () => {
    for (const [name, schema] of Object.entries(Settings.shape)) {
      const { takes, description } = schema.meta() ?? {};
      expect([name, takes, description]).toEqual([name, expect.any(String), expect.stringMatching(/\.$/)]);
      expect(guide).toContain(`| \`${name}\` |`);
    }
  });

  it("names settings that are there wherever it speaks of one", () => {
    const spoken = [...guide.matchAll(/`-c (\w+)=/g)].map(([, name]) => name);
    expect(spoken.length).toBeGreaterThan(3);
    for (const name of spoken) expect(Object.keys(Settings.shape)).toContain(name);
  });
});
