import { isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

/**
 * An esbuild plugin that replaces imports of Node's built-in modules by `process.getBuiltinModule`. An `import` reads all
 * exports of a module, and an export of node:http loads all of undici: 30 ms of a cold start. With the replacement, only
 * used exports are read, and unused modules are not loaded.
 */
export const BUILT_IN_MODULES: Plugin = {
  name: "built-in-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
      isBuiltin(path)
        ? {
            path,
            namespace: kind === "require-call" || kind === "dynamic-import" ? "built-in-cjs" : "built-in",
          }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({ contents: generateModule(path) }));
    onLoad({ filter: /.*/, namespace: "built-in-cjs" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Members of `process` that exist only in a process with a channel to its parent: not in a function, only in some builds. */
const PARENT_CHANNEL = ["channel", "connected", "disconnect", "send"];

/** Generates a module with the same exports. Each is read by a pure call, which the bundler removes if it is unused. */
function generateModule(path: string): string {
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter(
    (name) => name !== "default" && !name.startsWith("_") && !PARENT_CHANNEL.includes(name),
  );
  return [
    `const builtIn = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});`,
    "const exportOf = (name) => builtIn[name];",
    "export default builtIn;",
    ...names.map(
      (name) => `const of_${name} = /* @__PURE__ */ exportOf("${name}"); export { of_${name} as ${name} };`,
    ),
  ].join("\n");
}
