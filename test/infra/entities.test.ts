import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listEntities } from "#infra/entities.ts";
import { PROJECT } from "#infra/project.ts";

/** Declarations of entities, but not their projections. */
const DECLARATION = /\bentity\(\{\s*name: "([^"]+)"/g;

it("every declared entity is exported, so that it is found", async () => {
  const declared: (string | undefined)[] = [];
  for await (const path of glob("lib/**/*.ts", { cwd: PROJECT })) {
    const source = (await readFile(join(PROJECT, path), "utf8")).replaceAll(/^ \*.*$/gm, "");
    declared.push(...[...source.matchAll(DECLARATION)].map(([, name]) => name));
  }
  const found = (await listEntities()).map(({ name }) => name);
  expect(found.length).toBeGreaterThan(50);
  expect(declared.toSorted()).toEqual(found);
});

it("a projection is no entity, and two entities with one name are rejected", async () => {
  const project = await mkdtemp(join(tmpdir(), "almanac-entities-"));
  const write = (file: string, isProjection: boolean) =>
    writeFile(
      join(project, "lib", file),
      `export const Item = { name: "room", key: {}, isProjection: ${isProjection} };`,
    );
  try {
    await mkdir(join(project, "lib"));
    await write("entity.ts", false);
    await write("part.ts", true);
    expect(await listEntities(project)).toEqual([{ name: "room", key: {}, isProjection: false }]);
    await write("second.ts", false);
    await expect(listEntities(project)).rejects.toThrow("exports a second entity room");
  } finally {
    await rm(project, { recursive: true });
  }
});
