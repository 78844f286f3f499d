import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { EndpointHandler } from "./invoke.ts";

const imports = new Map<string, Promise<{ handler: EndpointHandler }>>();

/**
 * Imports the handler of a function, found by its id, once per worker: vitest sends every `import()` to its main process, also that of a
 * loaded module, and waits for the response, which takes longer than most calls of a handler.
 */
export async function importHandler(id: string): Promise<EndpointHandler> {
  const file = join(PROJECT, "functions", `${id.replaceAll(".", "/")}.ts`);
  const imported = imports.get(file) ?? import(pathToFileURL(file).href);
  imports.set(file, imported);
  return (await imported).handler;
}
