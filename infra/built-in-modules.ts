import { isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

/**
 * An esbuild plugin that lets bundles take Node's own modules from `process` in place of an `import`. An import of one
 * reads each of its exports, and one of those of node:http loads all of undici: 30 ms of a cold start.
 */
export const BUILT_IN_MODULES: Plugin = {
  name: "built-in-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z_:/]+$/ }, ({ path }) =>
      isBuiltin(path) ? { path, namespace: "built-in" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
