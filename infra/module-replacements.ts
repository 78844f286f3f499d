import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** The content of a file in the bundles. */
interface Replacement {
  /** Path, relative to the project. */
  file: string;
  contents: string;
}

/**
 * Lets zod check objects field by field. By default, it compiles a function per schema, which takes longer than all
 * checks of the first hundred calls. It must be set before the first schema is created.
 */
const WITHOUT_COMPILED_SCHEMAS = "globalThis.__zod_globalConfig={jitless:true};";

/**
 * Node contains compiled code of its built-in modules, which V8 uses only with the flags of Node's build. Lambda starts
 * Node with `--expose-gc`, so each module would be compiled again: 10 to 14 ms of a cold start. `gc` stays defined.
 */
const WITH_COMPILED_BUILT_INS =
  'globalThis.gc&&process.getBuiltinModule("node:v8").setFlagsFromString("--no-expose-gc");';

/** Code that a bundle runs first. */
export const BANNER = WITH_COMPILED_BUILT_INS + WITHOUT_COMPILED_SCHEMAS;

const UNUSED = 'function unused() { throw new Error("This part of a library is not in the bundles."); }';

/** Files of libraries that no function runs, but that the bundler can't remove. What is called of them throws. */
export const REPLACEMENTS: readonly Replacement[] = [
  {
    // JSON Schema is only generated for documents. `createStandardJSONSchemaMethod` is called before its result is.
    file: "node_modules/zod/v4/core/to-json-schema.js",
    contents: `${UNUSED}
export const createStandardJSONSchemaMethod = () => unused;
export { unused as createToJSONSchemaMethod, unused as extractDefs, unused as finalize, unused as handleUnrepresentable, unused as initializeContext, unused as process, unused as processSchema };`,
  },
  {
    file: "node_modules/zod/v4/core/json-schema-processors.js",
    contents: `${UNUSED}
export const allProcessors = {};
export { unused as toJSONSchema };`,
  },
  {
    // Only for builds of Node without OpenSSL.
    file: "node_modules/@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js",
    contents: `${UNUSED}
export { unused as Sha256Js };`,
  },
  {
    // Each client of DynamoDB creates one for endpoint discovery, which `lib/storage/table/client.ts` turns off.
    file: "node_modules/@aws-sdk/endpoint-cache/dist-es/EndpointCache.js",
    contents: `${UNUSED}
export class EndpointCache { getEndpoint = unused; get = unused; set = unused; delete = unused; }`,
  },
  {
    // The responses of CalDAV servers are parsed; no XML is written with it.
    file: "node_modules/xml-js/lib/js2xml.js",
    contents: `${UNUSED}
export { unused as js2xml };`,
  },
];

/** An esbuild plugin that replaces unused modules, which would make every cold start slower. */
export const MODULE_REPLACEMENTS: Plugin = {
  name: "module-replacements",
  setup({ onLoad }) {
    for (const { file, contents } of REPLACEMENTS)
      onLoad({ filter: new RegExp(`/${RegExp.escape(file)}$`) }, () => ({ contents }));
    // Clients read their version only; the bundler can't remove the rest of a JSON file.
    onLoad({ filter: /\/@aws-sdk\/client-[a-z]+\/package\.json$/ }, async ({ path }) => {
      const { version }: { version: string } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};
