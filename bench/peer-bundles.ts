import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { BUNDLE_SETTINGS } from "#infra/bundle.ts";
import { PROJECT } from "#infra/project.ts";

/** The frameworks that are measured beside this service, with what ours may need at most of their cold start. */
export const PEERS = { hono: 0.75, express: 0.65, fastify: 0.62, nestjs: 0.5 } as const;

/** A bundle of the benchmark itself. */
export interface BenchBundle {
  id: string;
  /** Folder of its `index.mjs`. */
  folder: string;
  gzipBytes: number;
}

const PEERS_FOLDER = join(PROJECT, "bench/peers");
const OUTPUT = join(PROJECT, ".build/bench");
/** Parts of NestJS that are loaded only when they are installed. */
const OPTIONAL = ["@nestjs/microservices", "@nestjs/websockets", "class-transformer", "class-validator"];
/** CommonJS inside asks for built-in modules, which ES modules have no word for. */
const REQUIRE = `import{createRequire as createRequireOfBundle}from"node:module";const require=createRequireOfBundle(import.meta.url);`;

/** Whether the frameworks were installed; they are no dependency of this service. */
export const peersInstalled = (): boolean => existsSync(join(PEERS_FOLDER, "node_modules"));

/** Bundles the handlers of the frameworks with the settings our functions are bundled with. */
export async function bundlePeers(): Promise<BenchBundle[]> {
  await build({
    ...BUNDLE_SETTINGS,
    absWorkingDir: PROJECT,
    entryPoints: Object.keys(PEERS).map((id) => ({ in: join(PEERS_FOLDER, `${id}.ts`), out: `${id}/index` })),
    outdir: OUTPUT,
    banner: { js: BUNDLE_SETTINGS.banner.js + REQUIRE },
    external: OPTIONAL,
  });
  return Promise.all(Object.keys(PEERS).map(readBundle));
}

/** A function that does nothing, to measure the others by. */
export async function bundleBare(): Promise<BenchBundle> {
  await build({
    ...BUNDLE_SETTINGS,
    absWorkingDir: PROJECT,
    stdin: { contents: "export const handler = async () => ({ statusCode: 200 });", loader: "ts" },
    outfile: join(OUTPUT, "bare/index.mjs"),
  });
  return readBundle("bare");
}

async function readBundle(id: string): Promise<BenchBundle> {
  const folder = join(OUTPUT, id);
  const code = await readFile(join(folder, "index.mjs"));
  return { id, folder, gzipBytes: gzipSync(code).length };
}
