import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { BUNDLE_SETTINGS } from "#infra/bundle.ts";
import { PROJECT } from "#infra/project.ts";
import { PEERS } from "./job.ts";

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
/** CommonJS code in the bundles requires built-in modules, and ES modules have no `require`. */
const REQUIRE = `import{createRequire as createRequireOfBundle}from"node:module";const require=createRequireOfBundle(import.meta.url);`;

/** Whether the frameworks are installed; they are not dependencies of this service. */
export const peersInstalled = (): boolean => existsSync(join(PEERS_FOLDER, "node_modules"));

/** Bundles the handlers of the frameworks with the same settings as our functions. */
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

/** Bundles an empty handler, with which the others are compared. */
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
