import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { bundleFunctions } from "#infra/bundle.ts";
import { PROJECT } from "#infra/project.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { synthesize } from "#infra/synthesize.ts";

/** Milliseconds that two syntheses of all functions may take on a busy machine. */
const SYNTHS = 300_000;
const SOURCES = ["docs", "functions", "lib", "package-lock.json", "package.json", "tsconfig.json"];

let folder: string;
/** Folders of two assemblies of the same sources, synthesized one after the other. */
const assembly = (which: "first" | "second"): string => join(folder, which);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "almanac-twice-"));
  for (const which of ["first", "second"] as const)
    await synthesize({ outdir: assembly(which), validates: false });
}, SYNTHS);
afterAll(() => rm(folder, { recursive: true }));

const contents = async (directory: string): Promise<Map<string, string>> => {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const read = paths
    .toSorted()
    .map(
      async (path): Promise<[string, string]> => [
        path.slice(directory.length),
        await readFile(path, "latin1"),
      ],
    );
  return new Map(await Promise.all(read));
};

/** Runs `cdk diff` of the sources with a deployed template, without credentials. */
async function diff(template: string): Promise<{ code: number | null; out: string }> {
  const file = join(folder, "deployed.json");
  await writeFile(file, template);
  const args = ["diff", "Almanac", "--app", assembly("second"), "--template", file, "--fail", "--no-color"];
  const cdk = spawn(process.execPath, ["node_modules/aws-cdk/bin/cdk", ...args], {
    cwd: PROJECT,
    env: { HOME: folder, CI: "true" },
  });
  const [out] = await Promise.all([text(cdk.stdout), text(cdk.stderr), once(cdk, "close")]);
  return { code: cdk.exitCode, out };
}

/** Bundles functions in a process that was not forked: it has no channel to its parent, so fewer members of `process`. */
async function bundleInProcess(ids: readonly string[], project: string): Promise<void> {
  const bundling = `
    const { bundleFunctions } = await import("#infra/bundle.ts");
    const { allEntries, loadRegistry } = await import("#infra/registry.ts");
    const entries = allEntries(await loadRegistry()).filter(({ spec }) => ${JSON.stringify(ids)}.includes(spec.id));
    await bundleFunctions(entries, ${JSON.stringify(project)});`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", bundling], { cwd: PROJECT });
}

const Lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })) });

/** Lists the folders of the packages that bundles contain, and of the script that is deployed beside a bundle. */
async function listDeployedPackages(): Promise<string[]> {
  const { packages } = Lock.parse(JSON.parse(await readFile(join(PROJECT, "package-lock.json"), "utf8")));
  const folders = Object.keys(packages).filter((folder) => packages[folder]?.dev === false);
  const installed = folders.filter((folder) => /^node_modules\/(?!@almanac)/.test(folder));
  return [...installed.filter((folder) => existsSync(join(PROJECT, folder))), "node_modules/@scalar"];
}

describe("a deployment of the same sources", () => {
  it(
    "changes nothing: two syntheses have the same bytes, including the hash of every asset",
    async () => {
      const [first, second] = [await contents(assembly("first")), await contents(assembly("second"))];
      expect(first.size).toBeGreaterThan(50);
      expect([...second.keys()]).toEqual([...first.keys()]);
      const differing = [...first].filter(([path, content]) => second.get(path) !== content);
      expect(differing.map(([path]) => path)).toEqual([]);
    },
    SYNTHS,
  );

  it(
    "shows no differences in `cdk diff`, which reports every change, without an account",
    async () => {
      const template = await readFile(join(assembly("first"), "Almanac.template.json"), "utf8");
      expect(await diff(template)).toMatchObject({ code: 0, out: expect.stringContaining("no differences") });
      const changed = template.replace('"MemorySize":1024', '"MemorySize":128');
      expect(await diff(changed)).toMatchObject({ code: 1, out: expect.stringContaining("MemorySize") });
    },
    SYNTHS,
  );

  it(
    "bundles the same bytes in another folder and another process without a cache",
    async () => {
      const elsewhere = join(folder, "elsewhere");
      await mkdir(elsewhere);
      // Not by symbolic links: the bundler resolves them, so the paths of files would lead out of the other folder.
      for (const source of [...SOURCES, ...(await listDeployedPackages())])
        await cp(join(PROJECT, source), join(elsewhere, source), { recursive: true });
      const ids = ["authorizer", "bookings.create", "documents.page", "events.deliver"];
      const entries = allEntries(await loadRegistry()).filter(({ spec }) => ids.includes(spec.id));
      expect(entries).toHaveLength(ids.length);
      // In another folder and by a process that has, unlike this one, no parent.
      await bundleInProcess(ids, elsewhere);
      for (const [id, { directory }] of await bundleFunctions(entries))
        expect(await contents(join(elsewhere, ".build/functions", id))).toEqual(await contents(directory));
    },
    SYNTHS,
  );
});
