import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** A string in quotes or backticks, or a constant. */
const TEXT = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|[A-Z][A-Z_]*/.source;
const SCHEMA_DESCRIPTION = new RegExp(String.raw`\.describe\(\s*(?:${TEXT}),?\s*\)`, "g");
const METADATA_DESCRIPTION = new RegExp(
  String.raw`(?<=\.meta\(\{[^}]*\n\s+)description:\s*(?:${TEXT}),`,
  "g",
);
/** In the spec of an endpoint, which only files in `functions/` contain. */
const ENDPOINT_DESCRIPTION = new RegExp(String.raw`(?<=\n(?: {2}| {4}))description:\s*(?:${TEXT}),`, "g");

/** Removes the descriptions of schemas and endpoints from the code of a file; line numbers stay the same. */
export const withoutDescriptions = (path: string, code: string): string =>
  [
    SCHEMA_DESCRIPTION,
    METADATA_DESCRIPTION,
    ...(path.includes("/functions/") ? [ENDPOINT_DESCRIPTION] : []),
  ].reduce(
    (text, pattern) => text.replace(pattern, (description) => description.replace(/[^\n]/g, "")),
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
