import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleFunctions } from "#infra/bundle.ts";
import { PROJECT } from "#infra/project.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { synthesize } from "#infra/synthesize.ts";

/** Milliseconds that two syntheses of all functions may take on a busy machine. */
const SYNTHS = 300_000;
const SOURCES = [
  "docs",
  "functions",
  "lib",
  "node_modules",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "almanac-twice-"));
});
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

describe("a deployment of the same sources", () => {
  it(
    "changes nothing: two syntheses are equal to the byte, with the hash of every asset",
    async () => {
      const outdirs = ["first", "second"].map((name) => join(folder, name));
      for (const outdir of outdirs) await synthesize({ outdir, validates: false });
      const [first, second] = await Promise.all(outdirs.map(contents));
      expect([...(first ?? [])].length).toBeGreaterThan(50);
      expect([...(second?.keys() ?? [])]).toEqual([...(first?.keys() ?? [])]);
      const differing = [...(first ?? [])].filter(([path, content]) => second?.get(path) !== content);
      expect(differing.map(([path]) => path)).toEqual([]);
    },
    SYNTHS,
  );

  it(
    "bundles the same bytes in another folder, from nothing",
    async () => {
      const elsewhere = join(folder, "elsewhere");
      await mkdir(elsewhere);
      for (const source of SOURCES) await symlink(join(PROJECT, source), join(elsewhere, source));
      const some = allEntries(await loadRegistry()).filter(({ spec }) =>
        ["authorizer", "bookings.create", "documents.docs", "events.deliver"].includes(spec.id),
      );
      const here = await bundleFunctions(some);
      const there = await bundleFunctions(some, elsewhere);
      for (const [id, { directory }] of here)
        expect(await contents(there.get(id)?.directory ?? "")).toEqual(await contents(directory));
    },
    SYNTHS,
  );
});
