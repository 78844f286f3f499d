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

/** The clients of AWS in functions. */
const AWS_CLIENTS = ["codedeploy", "dynamodb", "kms", "lambda", "secrets-manager", "sqs"];

/** Files that no function uses, but that the bundler can't remove, because they might have side effects. */
export const REPLACEMENTS: readonly Replacement[] = [
  {
    // JSON Schema is only generated for documents, never in a function.
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
    // `lib/entry/http/issue-text.ts` contains all messages.
    file: "node_modules/zod/v4/locales/en.js",
    contents: `export default () => ({ localeError: () => "is not valid" });`,
  },
  {
    // Only the commands for export and erasure of personal data use these.
    file: "lib/bookings/personal-data.ts",
    contents: "export const BOOKING_DATA = [];",
  },
  {
    file: "lib/bookings/events/personal-data.ts",
    contents: "export const EVENT_DATA = [];",
  },
  {
    // For endpoint discovery, which `lib/storage/table/client.ts` turns off.
    file: "node_modules/@aws-sdk/endpoint-cache/dist-es/EndpointCache.js",
    contents: "export class EndpointCache {}",
  },
  {
    // For a Node without OpenSSL.
    file: "node_modules/@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js",
    contents: "export class Sha256Js {}",
  },
  // For the SDK's `User-Agent`, in place of which `lib/platform/aws-settings.ts` sends the application's name.
  ...AWS_CLIENTS.map((client) => ({
    file: `node_modules/@aws-sdk/client-${client}/package.json`,
    contents: "export default {};",
  })),
];

/** An esbuild plugin that replaces unused modules, which would make every cold start slower. */
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
