import { type ExecFileOptions, execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const execute = promisify(execFile);
const cloud = useSharedCloud();
const SOURCES = join(PROJECT, "client");
/** Files that are not committed. */
const GENERATED = ["schema.ts", "dist"].map((name) => join(SOURCES, name));
const LARGEST_CODE = 30 * 1024;
/** Compiler options of a strict project with the types of Node.js. */
const TYPES = ["--types", "node", "--typeRoots", join(PROJECT, "node_modules/@types")];
const STRICT = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", ...TYPES];

const temporaryFolder = (prefix: string): Promise<string> => mkdtemp(join(tmpdir(), prefix));

/** Runs a program and returns what it printed; its error contains that, too. */
const run = async (program: string, parameters: string[], options: ExecFileOptions = {}): Promise<string> => {
  const { stdout } = await execute(program, parameters, { ...options, encoding: "utf8" }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout.trim();
};

/** The command of a development dependency. */
const tool = (name: string): string => join(PROJECT, "node_modules/.bin", name);

/** The TypeScript of the package's README, in order, as one program. */
async function readmeProgram(): Promise<string> {
  const text = await readFile(join(SOURCES, "README.md"), "utf8");
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join("\n");
}

describe("the client package", () => {
  let project: string;
  let tarball: string;
  beforeAll(async () => {
    const packed = await temporaryFolder("client-");
    // Packing writes to the folder, which other test files read concurrently. It must not need generated files.
    const filter = (path: string): boolean => !GENERATED.includes(path);
    await cp(SOURCES, join(packed, "client"), { recursive: true, filter });
    await mkdir(join(packed, "docs"));
    await cp(join(PROJECT, "docs/openapi.json"), join(packed, "docs/openapi.json"));
    await cp(join(PROJECT, "tsconfig.json"), join(packed, "tsconfig.json"));
    await symlink(join(PROJECT, "node_modules"), join(packed, "node_modules"));
    const name = await run("npm", ["pack", "--silent", "--pack-destination", packed], {
      cwd: join(packed, "client"),
    });
    tarball = join(packed, name);
    project = await temporaryFolder("client-user-");
    await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", tarball], { cwd: project });
  }, 120_000);

  it("contains compiled code of less than 30 KB, and types", async () => {
    const dist = join(project, "node_modules/almanac-client/dist");
    const files = await readdir(dist);
    expect(files.filter((file) => !/\.(js|d\.ts)$/.test(file))).toEqual([]);
    const code = files.filter((file) => file !== "schema.d.ts");
    const sizes = await Promise.all(code.map(async (file) => (await stat(join(dist, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LARGEST_CODE);
  });

  it("has valid exports and types for publishing", async () => {
    await expect(run(tool("publint"), ["--strict", tarball])).resolves.toBeDefined();
    await expect(run(tool("attw"), ["--profile", "esm-only", tarball])).resolves.toBeDefined();
  });

  it("runs every sample of its README in a new project, twice", async () => {
    await writeFile(join(project, "program.ts"), await readmeProgram());
    await run(tool("tsc"), [...STRICT, "program.ts"], { cwd: project });
    const { caller, key } = await makeUserWithKey();
    await makeEventType(caller);
    const environment = { ...process.env, ALMANAC_URL: cloud().baseUrl, ALMANAC_KEY: key };
    const runProgram = async () =>
      (await run(process.execPath, ["program.ts"], { cwd: project, env: environment })).split("\n");
    const ordered = expect.stringMatching(/^\d+ 2031-03-05T10:00:00.000Z$/);
    const first = expect.stringMatching(/^\d+ 2031-03-04T09:00:00.000Z$/);
    expect(await runProgram()).toEqual([
      "booked 2031-03-04T09:00:00.000Z",
      expect.stringMatching(/^taken, free are 2031-03-04T09:30:00/),
      ...[first, ordered],
    ]);
    expect(await runProgram()).toEqual([
      "booked 2031-03-04T09:30:00.000Z",
      expect.stringMatching(/^taken, free are 2031-03-04T10:00:00/),
      ...[first, ordered, expect.stringMatching(/^\d+ 2031-03-04T09:30:00.000Z$/)],
    ]);
  }, 60_000);
});
