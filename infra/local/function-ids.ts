import { readdirSync } from "node:fs";
import { join } from "node:path";
import { constructId } from "#infra/construct-id.ts";
import { PROJECT } from "#infra/project.ts";

/**
 * Returns the ids of the functions by the ids of their constructs: `BookingsNoShow` → `bookings.no-show`. They are the
 * names of the files in `functions/`, which are not imported.
 */
export function readFunctionIds(): Map<string, string> {
  const files = readdirSync(join(PROJECT, "functions"), { recursive: true, encoding: "utf8" });
  const ids = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3).replaceAll("/", "."));
  return new Map(ids.map((id) => [constructId(id), id]));
}
