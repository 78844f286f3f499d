import { execFileSync } from "node:child_process";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { examplesIn, listCommands, type RunnableCommand } from "#infra/cli/command-tree.ts";
import { createProgram } from "#infra/cli/program.ts";
import { run, runJson, useLocalDirectory } from "#test/support/command-line/command-line.ts";

const silent = { out: () => {}, err: () => {}, read: async () => "", wait: async () => {} };
const program = createProgram(silent);
const leaves = listCommands(program);

/** The allowed names of arguments. */
const KNOWN_ARGUMENTS = ["id", "user", "team", "role", "delivery", "queue", "file", "email", "kind", "shell"];

/** The required options of a command, as they are typed. */
const requiredOptions = ({ options }: Command): string[] =>
  options.filter(({ mandatory }) => mandatory).map(({ long }) => `${long} 1`);

describe.each(leaves.map(({ words, command }) => [words.join(" "), command] as const))(
  "%s",
  (name, command) => {
    it("has a description, also for each option", () => {
      expect(command.description()).toMatch(/^[a-z]\w+ /);
      for (const { description, flags } of command.options) expect(description, flags).not.toBe("");
    });

    it("has an example in its help", async () => {
      expect(examplesIn(command)).not.toEqual([]);
      expect((await run(`${name} --help`)).out).toContain("Examples:");
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

describe("the grammar", () => {
  const named = (...verbs: string[]) => leaves.filter(({ words }) => verbs.includes(words.at(-1) ?? ""));
  const optionsOf = (leaf: RunnableCommand) => leaf.command.options.map(({ long }) => long);

  it("has --if-missing for every command that creates", () => {
    for (const leaf of named("create", "add"))
      expect(optionsOf(leaf), leaf.words.join(" ")).toContain("--if-missing");
  });

  it("has --dry-run for every command that deletes or overwrites", () => {
    for (const leaf of named("delete", "revoke", "remove", "erase", "restore", "redrive", "import", "run"))
      expect(optionsOf(leaf), leaf.words.join(" ")).toContain("--dry-run");
  });

  it("has the same form of an option and of an argument in all commands", () => {
    const forms = new Map<string, string>();
    for (const { words, command } of leaves) {
      for (const { long, flags } of command.options) {
        const form = forms.get(long ?? "") ?? flags;
        expect(flags, words.join(" ")).toBe(form);
        forms.set(long ?? "", form);
      }
      const ids = command.registeredArguments.map((argument) => argument.name());
      expect(KNOWN_ARGUMENTS, words.join(" ")).toEqual(expect.arrayContaining(ids));
    }
  });
});

describe("completion", () => {
  const complete = async (typed: string): Promise<string[]> => {
    const { out } = await run("completion bash");
    const words = typed.split(" ");
    const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _almanac; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", `${out}\n${ask}`], { encoding: "utf8" })
      .trim()
      .split("\n");
  };

  it.each([
    ["almanac event-t", ["event-types"]],
    ["almanac users un", ["unlock", "unlink"]],
    ["almanac users create --time-z", ["--time-zone"]],
    ["almanac --json users sh", ["show"]],
    ["almanac dead-letters redrive deli", ["deliveries"]],
    ["almanac completion f", ["fish"]],
    ["almanac backf", ["backfill"]],
    ["almanac backfill run --it", ["--items-per-second"]],
    ["almanac oauth-clients create --if", ["--if-missing"]],
    ["almanac nonsense x", [""]],
    ["almanac --stack Almanac users sh", ["show"]],
    ["almanac --stack Almanac --region eu-west-1 --json dead-letters redrive deli", ["deliveries"]],
    ["almanac users --profile ops sh", ["show"]],
    ["almanac --stack = Almanac users sh", ["show"]],
    ["almanac --stack us", [""]],
    ["almanac import export.jsonl --dr", ["--dry-run"]],
    ["almanac backup restore almanac.jsonl --dr", ["--dry-run"]],
    ["almanac doctor cl", ["claims"]],
    ["almanac users list --region us", [""]],
  ])("of %s", async (typed, words) => {
    expect(await complete(typed)).toEqual(words);
  });

  it("supports three shells and JSON, without a service", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, out } = await run(`completion ${shell}`);
      expect([code, out.includes("event-types")]).toEqual([0, true]);
    }
    expect(await runJson("completion fish")).toMatchObject({ completion: { shell: "fish" } });
    expect(await run("completion tcsh")).toMatchObject({ code: 2, out: "" });
  });
});
