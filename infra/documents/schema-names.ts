import { glob } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

/**
 * The names of the schemas `lib` exports, which become the component names of the OpenAPI document. Of a schema with
 * two names the first counts; two schemas may not share one.
 */
export async function schemaNames(project = PROJECT): Promise<Map<z.ZodType, string>> {
  const names = new Map<z.ZodType, string>();
  for (const file of (await Array.fromAsync(glob("lib/**/*.ts", { cwd: project }))).toSorted()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(project, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (!isComponent(value) || names.has(value)) continue;
      if ([...names.values()].includes(name)) throw new Error(`${file} exports a second schema ${name}`);
      names.set(value, name);
    }
  }
  return names;
}

/** Whether a value is a schema worth a name of its own: an object, a list of allowed values, or what is made from text. */
const isComponent = (value: unknown): value is z.ZodObject | z.ZodEnum | z.ZodPipe =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodPipe;
