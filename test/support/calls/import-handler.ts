import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { EndpointHandler } from "./invoke.ts";

const imports = new Map<string, Promise<{ handler: EndpointHandler }>>();

/**
 * Imports the handler of a function, found by its id, once per worker: vitest reports every `import()` to its main process, also that of a
 * loaded module.
 */
export async function importHandler(id: string): Promise<EndpointHandler> {
  const file = join(PROJECT, "functions", `${id.replaceAll(".", "/")}.ts`);
  const imported = imports.get(file) ?? import(pathToFileURL(file).href);
  imports.set(file, imported);
  return (await imported).handler;
}
