import type { Plugin } from "esbuild";

/** What bundles hold in place of a file. */
interface Replacement {
  /** Path in the project. */
  file: string;
  contents: string;
}

/**
 * Lets zod check objects field by field in place of compiling a function for each kind, which takes longer than all a
 * function checks in its first hundred calls. It has to be said before the first schema is made.
 */
const WITHOUT_COMPILED_SCHEMAS = "globalThis.__zod_globalConfig={jitless:true};";

/**
 * Node's own modules contain their compiled code, which V8 uses only with the flags of Node's build. Lambda starts Node with `--expose-gc`,
 * so each of them would be compiled again: 10 to 14 ms of a cold start. `gc` stays defined without the flag.
 */
const WITH_COMPILED_BUILT_INS =
  'globalThis.gc&&process.getBuiltinModule("node:v8").setFlagsFromString("--no-expose-gc");';

/** What a bundle runs first. */
export const BANNER = WITH_COMPILED_BUILT_INS + WITHOUT_COMPILED_SCHEMAS;

const RETRY = "node_modules/@smithy/core/dist-es/submodules/retry";

/** Files that no function uses, but that the bundler cannot remove, because it must assume side effects. */
export const REPLACEMENTS: readonly Replacement[] = [
  {
    // The rest of it is for the SDK's own clients.
    file: `${RETRY}/index.js`,
    contents: `export { StandardRetryStrategy } from "./${RETRY}/util-retry/StandardRetryStrategy.js";
export * from "./${RETRY}/service-error-classification/service-error-classification.js";`,
  },
  {
    // JSON Schema is made of schemas when documents are rendered, never in a function.
    file: "node_modules/zod/v4/core/to-json-schema.js",
    contents: `const none = () => { throw new Error("there is no JSON Schema in a function"); };
export const createToJSONSchemaMethod = () => none;
export const createStandardJSONSchemaMethod = () => none;
export { none as extractDefs, none as finalize, none as handleUnrepresentable, none as initializeContext, none as process, none as processSchema };`,
  },
  {
    file: "node_modules/zod/v4/core/json-schema-processors.js",
    contents: "export const allProcessors = {}; export const toJSONSchema = undefined;",
  },
  {
    // `lib/http/issue-text.ts` has the text of every kind of issue.
    file: "node_modules/zod/v4/locales/en.js",
    contents: `export default () => ({ localeError: () => "is not valid" });`,
  },
  {
    // Which fields are personal data matters to erasure and export only, which the command line runs.
    file: "lib/bookings/personal-data.ts",
    contents: "export const BOOKING_DATA = [];",
  },
  {
    file: "lib/events/personal-data.ts",
    contents: "export const EVENT_DATA = [];",
  },
];

/** An esbuild plugin that leaves out of bundles what functions don't use; each part costs every cold start. */
export const LEAN_MODULES: Plugin = {
  name: "lean-modules",
  setup({ onLoad, initialOptions: { absWorkingDir: resolveDir } }) {
    for (const { file, contents } of REPLACEMENTS)
      onLoad({ filter: new RegExp(`/${RegExp.escape(file)}$`) }, () => ({
        contents,
        ...(resolveDir && { resolveDir }),
      }));
  },
};
