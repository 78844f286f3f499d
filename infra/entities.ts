import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { Entity } from "#lib/table/entity.ts";

/** The name of an entity where it is declared; one that shows a part of another has the name of that one. */
const DECLARED = /\bentity\(\{\s*(?:name: "([\w-]+)")?/g;

/**
 * Every entity a file of `lib` declares and exports, sorted by name; two may not share a name.
 *
 * @throws {Error} if a declaration doesn't begin with the entity's name
 */
export async function findEntities(project = PROJECT): Promise<Entity[]> {
  const entities = new Map<string, Entity>();
  const parts: Entity[] = [];
  for await (const path of glob("lib/**/*.ts", { cwd: project })) {
    const file = join(project, path);
    const declared = [...(await readFile(file, "utf8")).matchAll(DECLARED)].map(([, name]) => name);
    if (declared.length === 0) continue;
    const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const value of Object.values(exported).filter(isEntity)) {
      if (!declared.includes(value.name)) parts.push(value);
      else if (entities.has(value.name)) throw new Error(`${path} exports a second entity ${value.name}`);
      else entities.set(value.name, value);
    }
  }
  const missing = parts.find(({ name }) => !entities.has(name));
  if (missing)
    throw new Error(`The declaration of ${missing.name} must begin with entity({ name: "${missing.name}"`);
  return [...entities.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const isEntity = (value: unknown): value is Entity =>
  typeof value === "object" && value !== null && "name" in value && "key" in value && "indexes" in value;
