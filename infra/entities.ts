import { glob } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { Entity } from "#lib/storage/table/entity.ts";

/**
 * Imports every file in `lib` and returns the entities that they export, sorted by name, without projections.
 *
 * @throws {Error} if two files export different entities with the same name
 */
export async function listEntities(project = PROJECT): Promise<Entity[]> {
  const entities = new Map<string, Entity>();
  for await (const path of glob("lib/**/*.ts", { cwd: project })) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(project, path)).href);
    for (const value of Object.values(module).filter(isEntity)) {
      if (value.isProjection) continue;
      const found = entities.get(value.name) ?? value;
      if (found !== value)
        throw new Error(
          `${path} exports a second entity ${value.name}; declare a part of it with projection()`,
        );
      entities.set(value.name, value);
    }
  }
  return [...entities.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const isEntity = (value: unknown): value is Entity =>
  typeof value === "object" && value !== null && "key" in value && "isProjection" in value;
