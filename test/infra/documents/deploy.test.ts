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
  it("describes the values and the effect of every setting", () => {
    for (const [name, schema] of Object.entries(Settings.shape)) {
      const { takes, description } = schema.meta() ?? {};
      expect([name, takes, description]).toEqual([name, expect.any(String), expect.stringMatching(/\.$/)]);
      expect(guide).toContain(`| \`${name}\` |`);
    }
  });

  it("mentions no unknown settings", () => {
    const mentioned = [...guide.matchAll(/`-c (\w+)=/g)].map(([, name]) => name);
    expect(mentioned.length).toBeGreaterThan(3);
    for (const name of mentioned) expect(Object.keys(Settings.shape)).toContain(name);
  });
});
