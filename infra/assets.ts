import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { mcpTools } from "#infra/documents/mcp-tools.ts";
import { PROJECT } from "#infra/project.ts";
import { replaceFile } from "#infra/replace-file.ts";
import type { AssetName } from "#lib/entry/http/spec.ts";

/** A file that is bundled as a function, and its assets, which are uploaded with the bundle. */
export interface BundleEntry {
  file: string;
  spec: { id: string; assets?: readonly AssetName[] };
}

/** The source of each asset, and a function that builds the asset from it. The asset is built again when the source changes. */
interface Builder {
  source: () => Promise<string>;
  build: (source: string) => Promise<string>;
}

const fileOf = (path: string) => () => readFile(join(PROJECT, path), "utf8");

const BUILDERS: Record<AssetName, Builder> = {
  "mcp-tools.json": { source: async () => JSON.stringify(mcpTools()), build: async (tools) => tools },
  "openapi.json": {
    source: fileOf("docs/openapi.json"),
    build: async (document) => JSON.stringify(JSON.parse(document)),
  },
  "reference.js": {
    source: fileOf("node_modules/@scalar/fastify-api-reference/package.json"),
    build: buildReferenceScript,
  },
};

/** Copies the gzipped assets of every function to the folder of its bundle. */
export async function copyAssets(entries: readonly BundleEntry[], project: string): Promise<void> {
  for (const { spec } of entries) {
    for (const name of spec.assets ?? []) {
      const asset = await readFile(await buildAsset(name));
      await replaceFile(join(project, ".build/functions", spec.id, `${name}.gz`), asset);
    }
  }
}

/** Builds an asset, unless it is cached under the hash of its source. Returns its path. */
async function buildAsset(name: AssetName): Promise<string> {
  const { source, build } = BUILDERS[name];
  const text = await source();
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const path = join(PROJECT, ".build/assets", `${hash}-${name}.gz`);
  if (existsSync(path)) return path;
  await replaceFile(path, gzipSync(await build(text), { level: 9 }));
  return path;
}

/** The part of the Fastify web framework that the package below uses to register its script. */
interface Host {
  hasPlugin(name: string): boolean;
  initialConfig: object;
  log: { warn(text: string): void };
  route(route: { url: string; handler(request: object, reply: Reply): unknown }): void;
}
interface Reply {
  header(name: string, value: string): Reply;
  send(content: string): string;
}

/** Returns the script of the docs page, which the package only serves by a route. */
async function buildReferenceScript(): Promise<string> {
  const { default: plugin } = await import("@scalar/fastify-api-reference");
  const routes = new Map<string, (request: object, reply: Reply) => unknown>();
  const host: Host = {
    hasPlugin: () => false,
    initialConfig: {},
    log: { warn: () => undefined },
    route: ({ url, handler }) => void routes.set(url, handler),
  };
  const options = { routePrefix: "/docs" as const, configuration: { url: "openapi.json" } };
  (plugin as unknown as (host: Host, given: typeof options, done: () => void) => void)(
    host,
    options,
    () => undefined,
  );
  const reply: Reply = { header: () => reply, send: (content) => content };
  const script = routes.get("/docs/js/scalar.js")?.({}, reply);
  if (typeof script !== "string") throw new Error("@scalar/fastify-api-reference serves no script");
  return script;
}
