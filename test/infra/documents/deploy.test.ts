import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { readSettings } from "#infra/read-settings.ts";
import { Settings } from "#infra/settings.ts";
import { run, targetOf, useLocalDirectory } from "#test/support/command-line.ts";
import { useLocalTable } from "#test/support/local-table.ts";

const aws = useLocalTable();
let guide: string;
let readme: string;
beforeAll(async () => {
  guide = await readFile(join(PROJECT, "docs/deploy.md"), "utf8");
  readme = await readFile(join(PROJECT, "README.md"), "utf8");
});

describe("the guide to deploying", () => {
  it("says of every setting what it takes and does", () => {
    for (const [name, schema] of Object.entries(Settings.shape)) {
      const { takes, description } = schema.meta() ?? {};
      expect([name, takes, description]).toEqual([name, expect.any(String), expect.stringMatching(/\.$/)]);
      expect(guide).toContain(`| \`${name}\` |`);
    }
  });

  it("gives settings that are taken, here and in the README", () => {
    const commands = `${guide}\n${readme}`
      .split("\n")
      .filter((line) => /^(npm run deploy|npx cdk)/.test(line));
    expect(commands.length).toBeGreaterThan(6);
    for (const command of commands) {
      const given = [...command.matchAll(/ -c (\w+)=(\S+)/g)].map(([, name = "", value]) => [name, value]);
      expect(() => readSettings(Object.fromEntries(given)), command).not.toThrow();
    }
  });

  it("names settings that are there wherever it speaks of one", () => {
    const spoken = [...guide.matchAll(/`-c (\w+)=/g)].map(([, name]) => name);
    expect(spoken.length).toBeGreaterThan(3);
    for (const name of spoken) expect(Object.keys(Settings.shape)).toContain(name);
  });

  it("makes the first administrator, something to book, and the probe host by commands that work", async () => {
    useLocalDirectory(targetOf(aws().url));
    const commands = [...guide.matchAll(/^npm run admin -- --stack Almanac (.+)$/gm)].map(
      ([, command = ""]) => command,
    );
    expect(commands.map((command) => command.split(" ").slice(0, 2).join(" "))).toEqual([
      ...["users create", "api-keys create", "event-types create"],
      ...["users create", "event-types create", "api-keys create"],
    ]);
    for (const command of commands) expect(await run(command)).toMatchObject({ code: 0 });
  });
});
