import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** A text in quotes or backticks, or a constant. */
const TEXT = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|[A-Z][A-Z_]*/.source;
const OF_SCHEMA = new RegExp(String.raw`\.describe\(\s*(?:${TEXT}),?\s*\)`, "g");
const OF_METADATA = new RegExp(String.raw`(?<=\.meta\(\{[^}]*\n\s+)description:\s*(?:${TEXT}),`, "g");
/** In the spec of an endpoint, which may be the only argument; only files in `functions/` have one. */
const OF_ENDPOINT = new RegExp(String.raw`(?<=\n(?: {2}| {4}))description:\s*(?:${TEXT}),`, "g");

/** The code of a file without the descriptions of schemas and endpoints; line numbers stay the same. */
export const withoutDescriptions = (path: string, code: string): string =>
  [OF_SCHEMA, OF_METADATA, ...(path.includes("/functions/") ? [OF_ENDPOINT] : [])].reduce(
    (text, pattern) => text.replace(pattern, (found) => found.replace(/[^\n]/g, "")),
    code,
  );

/**
 * An esbuild plugin that removes descriptions, which only documents use. Each would also create a copy of its schema at every cold
 * start.
 */
export const WITHOUT_DESCRIPTIONS: Plugin = {
  name: "without-descriptions",
  setup({ onLoad }) {
    onLoad({ filter: /\/(lib|functions)\/.*\.ts$/ }, async ({ path }) =>
      path.includes("/node_modules/")
        ? undefined
        : { contents: withoutDescriptions(path, await readFile(path, "utf8")), loader: "ts" },
    );
  },
};
