import { SourceMap } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { BUNDLE_SETTINGS } from "#infra/bundle.ts";
import { PROJECT } from "#infra/project.ts";

/** A place in a function's bundle, deployed or local. */
const PLACE = /[^\s()]*index\.mjs:(\d+):(\d+)/g;

/** Replaces the places of a function's bundle in a stack trace by files, lines and columns of the project. */
export async function translateStackTrace(
  { id, file }: { id: string; file: string },
  trace: string,
  project = PROJECT,
): Promise<string> {
  const folder = join(".build/functions", id);
  // The same options as those of the bundle, so that the map fits.
  const { outputFiles } = await build({
    ...BUNDLE_SETTINGS,
    absWorkingDir: project,
    outdir: folder,
    entryPoints: [{ in: file, out: "index" }],
    sourcemap: "external",
    write: false,
  });
  const json = outputFiles.find(({ path }) => path.endsWith(".map"))?.text ?? "{}";
  const map = new SourceMap(JSON.parse(json));
  return trace.replace(PLACE, (place, line, column) => {
    const origin = map.findOrigin(Number(line), Number(column));
    return "fileName" in origin
      ? `${join(folder, origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
      : place;
  });
}
