import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listEntities } from "#infra/entities.ts";
import { PROJECT } from "#infra/project.ts";
import { loadRegistry } from "#infra/registry.ts";
import { accessPatternsDocument } from "./access-patterns.ts";
import { commandLineDocument } from "./command-line.ts";
import { deployDocument } from "./deploy.ts";
import { errorsDocument } from "./errors.ts";
import { importLineSchema, paymentMessageSchema } from "./input-schemas.ts";
import { logsDocument } from "./logs.ts";
import { openApiDocument } from "./openapi.ts";
import { scaleDocument } from "./scale.ts";
import { schemaNames } from "./schema-names.ts";

/** Returns the content of every committed document by its path in the project. The same code results in the same bytes. */
export async function renderDocuments(): Promise<Map<string, string>> {
  const registry = await loadRegistry();
  const about = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));
  const introduction = await readFile(join(PROJECT, "infra/documents/introduction.md"), "utf8");
  const measured = JSON.parse(await readFile(join(PROJECT, "docs/round-trips.json"), "utf8"));
  const openApi = openApiDocument(registry, await schemaNames(), { ...about, description: introduction });
  return new Map([
    ["docs/openapi.json", `${JSON.stringify(openApi, null, 2)}\n`],
    ["docs/command-line.md", await commandLineDocument()],
    ["docs/deploy.md", await deployDocument()],
    ["docs/scale.md", scaleDocument()],
    ["docs/errors.md", errorsDocument(registry)],
    ["docs/logs.md", await logsDocument()],
    [
      "docs/access-patterns.md",
      accessPatternsDocument({ entities: await listEntities(), registry, measured }),
    ],
  ]);
}

/** Returns the JSON Schemas of what other programs send, by their path. They are not committed. */
export const renderSchemas = (): Map<string, string> =>
  new Map([
    [".build/import.schema.json", `${JSON.stringify(importLineSchema(), null, 2)}\n`],
    [".build/payment-message.schema.json", `${JSON.stringify(paymentMessageSchema(), null, 2)}\n`],
  ]);
