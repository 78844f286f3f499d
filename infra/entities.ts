import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { Entity } from "#lib/storage/table/entity.ts";

/** Matches the declaration of an entity and its name. A projection of an entity has the name of that entity. */
const DECLARATION = /\bentity\(\{\s*(?:name: "([\w-]+)")?/g;

/**
 * Finds every entity that is declared and exported in `lib`, sorted by name.
 *
 * @throws {Error} if a declaration doesn't start with the entity's name, or if two entities have the same name
 */
export async function listEntities(project = PROJECT): Promise<Entity[]> {
  const entities = new Map<string, Entity>();
  const projections: Entity[] = [];
  for await (const path of glob("lib/**/*.ts", { cwd: project })) {
    const file = join(project, path);
    const names = [...(await readFile(file, "utf8")).matchAll(DECLARATION)].map(([, name]) => name);
    if (names.length === 0) continue;
    const module: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const value of Object.values(module).filter(isEntity)) {
      if (!names.includes(value.name)) projections.push(value);
      else if (entities.has(value.name)) throw new Error(`${path} exports a second entity ${value.name}`);
      else entities.set(value.name, value);
    }
  }
  const missing = projections.find(({ name }) => !entities.has(name));
  if (missing)
    throw new Error(`The declaration of ${missing.name} must begin with entity({ name: "${missing.name}"`);
  return [...entities.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const isEntity = (value: unknown): value is Entity =>
  typeof value === "object" && value !== null && "name" in value && "key" in value && "indexes" in value;
