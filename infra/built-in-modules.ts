import { isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

/**
 * An esbuild plugin that lets bundles take Node's own modules from `process` in place of an `import`. An import of one
 * reads each of its exports, and one of those of node:http loads all of undici: 30 ms of a cold start. Here only exports that
 * are used are read, and modules of which nothing is used are not loaded.
 */
export const BUILT_IN_MODULES: Plugin = {
  name: "built-in-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
      isBuiltin(path)
        ? { path, namespace: kind === "require-call" ? "built-in-cjs" : "built-in" }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({ contents: exportsOf(path) }));
    onLoad({ filter: /.*/, namespace: "built-in-cjs" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** A module with the same exports; each is read by a call that the bundler may leave out. */
function exportsOf(path: string): string {
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== "default");
  return [
    `const builtIn = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});`,
    "const exportOf = (name) => builtIn[name];",
    "export default builtIn;",
    ...names.map(
      (name) => `const of_${name} = /* @__PURE__ */ exportOf("${name}"); export { of_${name} as ${name} };`,
    ),
  ].join("\n");
}
