import { glob } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

/**
 * Returns the names under which `lib` exports schemas. They are the component names of the OpenAPI document. If a schema has two names,
 * the first is used; two schemas with the same name are an error.
 */
export async function schemaNames(): Promise<Map<z.ZodType, string>> {
  const names = new Map<z.ZodType, string>();
  for (const file of (await Array.fromAsync(glob("lib/**/*.ts", { cwd: PROJECT }))).toSorted()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(PROJECT, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (!isComponent(value) || names.has(value)) continue;
      if ([...names.values()].includes(name)) throw new Error(`${file} exports a second schema ${name}`);
      names.set(value, name);
    }
  }
  return names;
}

/** Whether a value is a schema that becomes a component: an object, an enum, or a value parsed from text. */
const isComponent = (value: unknown): value is z.ZodObject | z.ZodEnum | z.ZodPipe =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodPipe;
