import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type Metafile, version } from "esbuild";
import { type BundleEntry, copyAssets } from "#infra/assets.ts";
import { BUILT_IN_MODULES } from "#infra/built-in-modules.ts";
import { BANNER, MODULE_REPLACEMENTS } from "#infra/module-replacements.ts";
import { PROJECT } from "#infra/project.ts";
import { replaceFile } from "#infra/replace-file.ts";

/** One bundled function: its folder is uploaded; `inputs` are its source files. */
export interface Bundle {
  id: string;
  directory: string;
  bytes: number;
  gzipBytes: number;
  inputs: string[];
}

/** The settings and source hashes of a bundle, which is built again when they change. */
interface BundleRecord {
  settings: string;
  sources: Record<string, string>;
  bytes: number;
  gzipBytes: number;
  inputs: string[];
}

/** The esbuild options of all bundles. */
export const BUNDLE_SETTINGS = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  outExtension: { ".js": ".mjs" },
  legalComments: "none",
  charset: "utf8",
  banner: { js: BANNER },
  alias: {
    // The SDK's own chain of credential providers is larger than all of its clients.
    "@aws-sdk/credential-provider-node": "./lib/platform/role-credentials.ts",
    "@modelcontextprotocol/server/_shims": "./lib/agents/schema-validator.ts",
  },
  // Imported only by operations that stream, which no function calls; in the bundle, all that it imports would escape tree shaking.
  external: ["@smithy/core/event-streams"],
  plugins: [BUILT_IN_MODULES, MODULE_REPLACEMENTS],
} as const satisfies BuildOptions;
/** A change of these rebuilds every bundle. */
const PLUGIN_FILES = ["built-in-modules.ts", "module-replacements.ts"].map(
  (file) => new URL(file, import.meta.url),
);

/**
 * Bundles functions with one esbuild call. A bundle is in `.build/functions/<id>/index.mjs`. Only bundles whose sources have changed, by
 * content, are built.
 */
export async function bundleFunctions(
  entries: readonly BundleEntry[],
  project = PROJECT,
): Promise<Map<string, Bundle>> {
  await copyAssets(entries, project);
  const files = new SourceFiles(project);
  const lock = await files.hash("package-lock.json");
  const plugins = await Promise.all(PLUGIN_FILES.map((file) => readFile(file, "utf8")));
  const settings = hash(JSON.stringify([version, BUNDLE_SETTINGS, plugins, lock]));
  const bundles = new Map<string, Bundle>();
  const stale: BundleEntry[] = [];
  for (const entry of entries) {
    const record = await findCurrentRecord(files, entry.spec.id, settings);
    if (record === undefined) stale.push(entry);
    else bundles.set(entry.spec.id, toBundle(project, entry.spec.id, record));
  }
  if (stale.length === 0) return bundles;
  const { metafile, outputFiles } = await build({
    ...BUNDLE_SETTINGS,
    absWorkingDir: project,
    outdir: ".build/functions",
    entryPoints: stale.map(({ file, spec }) => ({ in: file, out: `${spec.id}/index` })),
    metafile: true,
    write: false,
  });
  const contents = new Map(outputFiles.map((output) => [output.path, output.contents]));
  for (const { spec } of stale) {
    const record = await saveBundle(files, { id: spec.id, settings, metafile, contents });
    bundles.set(spec.id, toBundle(project, spec.id, record));
  }
  return bundles;
}

const toBundle = (project: string, id: string, { bytes, gzipBytes, inputs }: BundleRecord): Bundle => ({
  id,
  directory: join(project, ".build/functions", id),
  bytes,
  gzipBytes,
  inputs,
});

const hash = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Content hashes of the project's files. Each file is read once; a missing one has no hash. */
class SourceFiles {
  readonly project: string;
  readonly #hashes = new Map<string, Promise<string | undefined>>();

  constructor(project: string) {
    this.project = project;
  }

  hash(file: string): Promise<string | undefined> {
    const cached = this.#hashes.get(file);
    if (cached !== undefined) return cached;
    const reading = readFile(join(this.project, file)).then(hash, () => undefined);
    this.#hashes.set(file, reading);
    return reading;
  }
}

const recordPath = (project: string, id: string): string => join(project, ".build/records", `${id}.json`);

async function findCurrentRecord(
  files: SourceFiles,
  id: string,
  settings: string,
): Promise<BundleRecord | undefined> {
  const text = await readFile(recordPath(files.project, id), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const record: BundleRecord = JSON.parse(text);
  if (record.settings !== settings) return undefined;
  const matches = await Promise.all(
    Object.entries(record.sources).map(async ([source, recorded]) => (await files.hash(source)) === recorded),
  );
  return matches.includes(false) ? undefined : record;
}

async function saveBundle(
  files: SourceFiles,
  result: { id: string; settings: string; metafile: Metafile; contents: Map<string, Uint8Array> },
): Promise<BundleRecord> {
  const output = `.build/functions/${result.id}/index.mjs`;
  const code = result.contents.get(join(files.project, output)) ?? new Uint8Array();
  const { entryPoint = "", inputs } = result.metafile.outputs[output] ?? { inputs: {} };
  const projectFiles = [...listImports(entryPoint, result.metafile)].filter(
    (input) => !input.includes("node_modules/") && !input.startsWith("built-in"),
  );
  const sources = await Promise.all(
    projectFiles.map(async (input) => [input, (await files.hash(input)) ?? ""]),
  );
  const record: BundleRecord = {
    settings: result.settings,
    sources: Object.fromEntries(sources),
    bytes: code.length,
    gzipBytes: gzipSync(code).length,
    inputs: Object.keys(inputs).toSorted(),
  };
  await replaceFile(join(files.project, output), code);
  await replaceFile(recordPath(files.project, result.id), JSON.stringify(record));
  return record;
}

/** Lists a file and its imports, including those removed by tree shaking, because a change may add them. */
function listImports(file: string, metafile: Metafile, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  for (const { path, external } of metafile.inputs[file]?.imports ?? []) {
    if (!external) listImports(path, metafile, files);
  }
  return files;
}
