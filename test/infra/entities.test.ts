import { glob, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { listEntities } from "#infra/entities.ts";
import { PROJECT } from "#infra/project.ts";

const { declared } = vi.hoisted(() => ({ declared: new Set<string>() }));

vi.mock("#lib/storage/table/entity.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("#lib/storage/table/entity.ts")>();
  const entity: typeof original.entity = (declaration) => {
    declared.add(declaration.name);
    return original.entity(declaration);
  };
  return { ...original, entity };
});

// Files of other tests share their modules with this one, and declare entities of their own.
vi.resetModules();
afterAll(() => {
  vi.doUnmock("#lib/storage/table/entity.ts");
  vi.resetModules();
});

it("every declared entity is exported, so that it is found", async () => {
  for await (const path of glob("lib/**/*.ts", { cwd: PROJECT })) await import(join(PROJECT, path));
  const found = (await listEntities()).map(({ name }) => name);
  expect(found.length).toBeGreaterThan(50);
  expect([...declared].toSorted()).toEqual(found);
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
