import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { examplesIn, listCommands, type RunnableCommand } from "#infra/cli/command-tree.ts";
import { createProgram } from "#infra/cli/program.ts";
import { SILENT_TERMINAL } from "#infra/cli/terminal.ts";
import { run, useLocalDirectory } from "#test/support/command-line/command-line.ts";

const program = await createProgram(SILENT_TERMINAL);
const leaves = listCommands(program);

/** The allowed names of arguments. */
const KNOWN_ARGUMENTS = [
  "id",
  "user",
  "team",
  "role",
  "deliveryId",
  "emailId",
  "key",
  "queue",
  "file",
  "email",
  "kind",
  "connectionId",
];

/** The required options of a command, as they are typed. */
const requiredOptions = ({ options }: Command): string[] =>
  options.filter(({ mandatory }) => mandatory).map(({ long }) => `${long} 1`);

describe.each(leaves.map(({ words, command }) => [words.join(" "), command] as const))(
  "%s",
  (name, command) => {
    it("has a description, also for each option", () => {
      expect(command.description()).toMatch(/^[a-z][\w-]+ /);
      for (const { description, flags } of command.options) expect(description, flags).not.toBe("");
    });

    it("rejects an empty option or argument, which an unset variable causes", async () => {
      useLocalDirectory();
      const given = command.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? "1");
      for (const [at, argument] of command.registeredArguments.entries()) {
        const { code, err } = await run(
          [name, ...requiredOptions(command), ...given.with(at, '""')].join(" "),
        );
        expect([code, err], argument.name()).toEqual([2, expect.stringContaining(argument.name())]);
      }
      for (const option of command.options.filter(({ required }) => required)) {
        const others = requiredOptions(command).filter((typed) => !typed.startsWith(`${option.long} `));
        const { code, err } = await run([name, ...given, ...others, `${option.long} ""`].join(" "));
        expect([code, err], option.flags).toEqual([2, expect.stringContaining(String(option.long))]);
      }
    });

    it("has the global options in its help", async () => {
      const { out } = await run(`${name} --help`);
      for (const option of ["--json", "--stack", "--region", "--profile"]) expect(out).toContain(option);
    });
  },
);

it.each(program.commands.map((noun) => [noun.name(), noun] as const))(
  "%s has an example in its help",
  (_, noun) => expect(examplesIn(noun)).not.toEqual([]),
);

describe("the grammar", () => {
  const named = (...verbs: string[]) => leaves.filter(({ words }) => verbs.includes(words.at(-1) ?? ""));
  const optionsOf = (leaf: RunnableCommand) => leaf.command.options.map(({ long }) => long);

  it("has --if-missing for every command that creates, except of schedules, whose names are not unique", () => {
    const creates = named("create").filter(({ words }) => words[0] !== "schedules");
    for (const leaf of creates) expect(optionsOf(leaf), leaf.words.join(" ")).toContain("--if-missing");
  });

  it("has --dry-run for every command that deletes or overwrites", () => {
    for (const leaf of named(
      "delete",
      "disconnect",
      "revoke",
      "erase",
      "restore",
      "redrive",
      "import",
      "run",
    ))
      expect(optionsOf(leaf), leaf.words.join(" ")).toContain("--dry-run");
  });

  it("has the same form of an option and of an argument in all commands", () => {
    const forms = new Map<string, boolean>();
    for (const { words, command } of leaves) {
      for (const { long, flags } of command.options) {
        const takesValue = flags.includes("<");
        expect(takesValue, `${words.join(" ")} ${long}`).toBe(forms.get(long ?? "") ?? takesValue);
        forms.set(long ?? "", takesValue);
      }
      const ids = command.registeredArguments.map((argument) => argument.name());
      expect(KNOWN_ARGUMENTS, words.join(" ")).toEqual(expect.arrayContaining(ids));
    }
  });
});
