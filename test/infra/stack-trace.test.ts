import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { bundleFunctions } from "#infra/bundle.ts";
import { PROJECT } from "#infra/project.ts";
import { translateStackTrace } from "#infra/stack-trace/translate.ts";
import { entryOf, gatewaySpec } from "#test/support/calls/specs.ts";

const SHARED = `
export function findUser(id: number): never {
  throw new Error(\`no user \${id}\`);
}
`;
const FUNCTION = `import { findUser } from "../lib/users.ts";

export const handler = (): never => findUser(7);
`;

/** The stack trace of a bundled function in a project of two files that throws, and what it translates to. */
async function throwInBundle() {
  const project = await mkdtemp(join(tmpdir(), "almanac-stack-trace-"));
  onTestFinished(() => rm(project, { recursive: true }));
  for (const folder of ["functions", "lib"]) await mkdir(join(project, folder));
  await symlink(join(PROJECT, "node_modules"), join(project, "node_modules"));
  await writeFile(join(project, "package.json"), '{"type":"module"}');
  await writeFile(join(project, "lib/users.ts"), SHARED);
  await writeFile(join(project, "functions/authorizer.ts"), FUNCTION);
  await bundleFunctions([entryOf(gatewaySpec("authorizer"))], project);
  const bundle = join(project, ".build/functions/authorizer/index.mjs");
  const { handler } = await import(pathToFileURL(bundle).href);
  const trace = stackOf(handler);
  const authorizer = { id: "authorizer", file: "functions/authorizer.ts" };
  return { bundle, trace, translated: await translateStackTrace(authorizer, trace, project) };
}

function stackOf(handler: () => unknown): string {
  try {
    handler();
  } catch (error) {
    if (error instanceof Error) return error.stack ?? "";
  }
  throw new Error("the function did not throw");
}

it("a stack trace of a bundle is translated to files and lines of the project", async () => {
  const { bundle, trace, translated } = await throwInBundle();
  await expect(readFile(bundle, "utf8")).resolves.not.toContain("findUser");
  const lines = (text: string) => text.split("\n").map((line) => line.trim());
  expect(lines(trace)[1]).toContain("index.mjs:");
  expect(lines(translated).slice(0, 3)).toEqual([
    "Error: no user 7",
    expect.stringMatching(/^at .*lib\/users\.ts:3:9\)?$/),
    expect.stringMatching(/^at .*functions\/authorizer\.ts:3:37\)?$/),
  ]);
  // Lines of other files stay as they are.
  expect(lines(translated).slice(3)).toEqual(lines(trace).slice(3));
});

/** Runs the command with a text as its input. */
const run = (args: readonly string[], input = "") =>
  spawnSync(process.execPath, ["infra/stack-trace/main.ts", ...args], {
    cwd: PROJECT,
    input,
    encoding: "utf8",
  });

it("the command reads a trace of a deployed function, as a log line in JSON has it", () => {
  const trace = String.raw`"stack":"Error\n    at a (file:///var/task/index.mjs:3:9)\n    at b (node:internal/x:1:2)"`;
  const { status, stdout } = run(["bookings.get"], trace);
  expect(status).toBe(0);
  expect(stdout.split("\n")).toEqual([
    '"stack":"Error',
    expect.stringMatching(/^ {4}at a \((lib|node_modules)\/[^ ]+:\d+:\d+\)$/),
    '    at b (node:internal/x:1:2)"',
  ]);
});

it("the command ends with status 2 and its usage if there is no such function", () => {
  for (const [args, message] of [
    [["bookings.gte"], /^There is no function "bookings\.gte"\.\nUsage: /],
    [[], /^Usage: /],
  ] as const) {
    const { status, stderr } = run(args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  }
});
