import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { PROJECT } from "#infra/project.ts";
import type { AssetName } from "#lib/http/spec.ts";

/** A file that is bundled as a function, and the files uploaded beside it. */
export interface Bundled {
  file: string;
  spec: { id: string; assets?: readonly AssetName[] };
}

/** How each asset is made, and what of: it is made again when that changed. */
const MAKERS: Record<AssetName, { madeOf: string; make: () => Promise<string> }> = {
  "mcp-tools.json": {
    madeOf: "docs/mcp-tools.json",
    make: async () =>
      JSON.stringify(JSON.parse(await readFile(join(PROJECT, "docs/mcp-tools.json"), "utf8"))),
  },
  "openapi.json": {
    madeOf: "docs/openapi.json",
    make: async () => JSON.stringify(JSON.parse(await readFile(join(PROJECT, "docs/openapi.json"), "utf8"))),
  },
  "reference.js": {
    madeOf: "node_modules/@scalar/fastify-api-reference/package.json",
    make: referenceScript,
  },
};

/** Puts the assets of every function, gzipped, into the folder of its bundle. */
export async function saveAssets(entries: readonly Bundled[], project: string): Promise<void> {
  for (const { spec } of entries) {
    for (const name of spec.assets ?? []) {
      const target = join(project, ".build/functions", spec.id, `${name}.gz`);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(await madeAsset(name), target);
    }
  }
}

/** Path of an asset, which is kept under the hash of what it is made of. */
async function madeAsset(name: AssetName): Promise<string> {
  const { madeOf, make } = MAKERS[name];
  const hash = createHash("sha256")
    .update(await readFile(join(PROJECT, madeOf)))
    .digest("hex")
    .slice(0, 16);
  const path = join(PROJECT, ".build/assets", `${hash}-${name}.gz`);
  if (existsSync(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  await writeFile(beside, gzipSync(await make(), { level: 9 }));
  await rename(beside, path);
  return path;
}

/** The part of a web framework that the package below asks of it, which is enough to be given its script. */
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

/** The script of the docs page. The package is made to serve it, so it is asked to. */
async function referenceScript(): Promise<string> {
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
