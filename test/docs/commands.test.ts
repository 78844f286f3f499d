import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { ADMIN_NOUNS } from "#test/support/command-line/admin-command.ts";
import { findCommandFaults } from "#test/support/command-line/command-faults.ts";
import { recordCommands, textOf } from "#test/support/documents/document-commands.ts";
import { shellBlocks, spokenCommands, unmarkedCommands } from "#test/support/documents/shell-blocks.ts";

const DOCUMENTS = globSync(["*.md", "docs/*.md", "docs/{runbooks,adr}/*.md"], { cwd: PROJECT }).toSorted();
/** Whether a document's commands run in a test file of their own, such as `commands/deploy.test.ts`. */
const hasOwnTest = (file: string): boolean => {
  const name = file
    .toLowerCase()
    .replace(/^docs\//, "")
    .replace(/\.md$/, ".test.ts");
  return existsSync(join(import.meta.dirname, "commands", name));
};

describe("the commands of documents that have no test file of their own", () => {
  const others = DOCUMENTS.filter((file) => !hasOwnTest(file) && shellBlocks(textOf(file)).length > 0);

  it.each(others)("%s: are understood by the programs they call", async (file) => {
    const run = await recordCommands(file, shellBlocks(textOf(file)));
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.commands.length).toBeGreaterThan(0);
    expect(await findCommandFaults(run.commands, { isWhole: true })).toEqual([]);
  });
});

describe("the commands that are spoken of", () => {
  const speaking = DOCUMENTS.filter((file) => spokenCommands(textOf(file), ADMIN_NOUNS).length > 0);

  it.each(speaking)("%s: are there, with the options named", async (file) => {
    const commands = spokenCommands(textOf(file), ADMIN_NOUNS);
    const run = await recordCommands(file, commands);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.commands.length).toBeGreaterThanOrEqual(commands.length);
    expect(await findCommandFaults(run.commands, { isWhole: false })).toEqual([]);
  });
});

it("no command of any document is left out: each stands in a block that says it is shell", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50);
  expect(DOCUMENTS.filter((file) => unmarkedCommands(textOf(file)).length > 0)).toEqual([]);
});
