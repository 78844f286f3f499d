import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { ADMIN_NOUNS } from "#test/support/command-line/admin-command.ts";
import { listCommandFaults } from "#test/support/command-line/command-faults.ts";
import { recordCommands, textOf } from "#test/support/documents/document-commands.ts";
import { inlineCommands, shellBlocks, unmarkedCommands } from "#test/support/documents/shell-blocks.ts";

const DOCUMENTS = globSync(["*.md", "docs/*.md", "docs/{runbooks,adr}/*.md"], { cwd: PROJECT }).toSorted();
/** Whether a document's commands run in a separate test file, such as `commands/deploy.test.ts`. */
const hasOwnTest = (file: string): boolean => {
  const name = file
    .toLowerCase()
    .replace(/^docs\//, "")
    .replace(/\.md$/, ".test.ts");
  return existsSync(join(import.meta.dirname, "commands", name));
};

describe("the commands of documents without a separate test file", () => {
  const others = DOCUMENTS.filter((file) => !hasOwnTest(file) && shellBlocks(textOf(file)).length > 0);

  it.each(others)(
    "the commands of a document without a separate test file have valid arguments: %s",
    async (file) => {
      const run = await recordCommands(file, shellBlocks(textOf(file)));
      expect(run).toMatchObject({ code: 0, err: "" });
      expect(run.commands.length).toBeGreaterThan(0);
      expect(await listCommandFaults(run.commands, { isWhole: true })).toEqual([]);
    },
  );
});

describe("the commands in running text", () => {
  const withCommands = DOCUMENTS.filter((file) => inlineCommands(textOf(file), ADMIN_NOUNS).length > 0);

  it.each(withCommands)("the commands in running text exist, with these options: %s", async (file) => {
    const commands = inlineCommands(textOf(file), ADMIN_NOUNS);
    const run = await recordCommands(file, commands);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.commands.length).toBeGreaterThanOrEqual(commands.length);
    expect(await listCommandFaults(run.commands, { isWhole: false })).toEqual([]);
  });
});

it("every command of a document is in a block that is marked as shell", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50);
  expect(DOCUMENTS.filter((file) => unmarkedCommands(textOf(file)).length > 0)).toEqual([]);
});
