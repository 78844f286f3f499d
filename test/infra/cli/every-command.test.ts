import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { examplesIn, leavesOf } from "#infra/cli/command-tree.ts";
import { makeProgram } from "#infra/cli/program.ts";
import { run, runJson } from "#test/support/command-line.ts";

const silent = { out: () => {}, err: () => {}, read: async () => "" };
const program = makeProgram(silent);
const leaves = leavesOf(program);

describe.each(leaves.map(({ words, command }) => [words.join(" "), command] as const))(
  "%s",
  (name, command) => {
    it("says what it does", () => {
      expect(command.description()).toMatch(/^[a-z]\w+ /);
      for (const { description, flags } of command.options) expect(description, flags).not.toBe("");
    });

    it("shows an example of itself", async () => {
      expect(examplesIn(command)).not.toEqual([]);
      expect((await run(`${name} --help`)).out).toContain("Examples:");
    });

    it("answers in JSON, of any service", async () => {
      const { out } = await run(`${name} --help`);
      for (const option of ["--json", "--stack", "--region", "--profile"]) expect(out).toContain(option);
    });
  },
);

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
    ["almanac nonsense x", [""]],
  ])("of %s", async (typed, words) => {
    expect(await complete(typed)).toEqual(words);
  });

  it("knows three shells, without a service, and in JSON", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, out } = await run(`completion ${shell}`);
      expect([code, out.includes("event-types")]).toEqual([0, true]);
    }
    expect(await runJson("completion fish")).toMatchObject({ completion: { shell: "fish" } });
    expect(await run("completion tcsh")).toMatchObject({ code: 2, out: "" });
  });
});
