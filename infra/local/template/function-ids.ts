import { readdirSync } from "node:fs";
import { join } from "node:path";
import { constructId } from "#infra/construct-id.ts";
import { PROJECT } from "#infra/project.ts";

/**
 * Ids of the functions by the id of their construct, which is the same in other letters:
 * `BookingsNoShow` ↔ `bookings.no-show`. Read from the names of the files under `functions/`, none of which is imported.
 */
export function functionIds(): Map<string, string> {
  const files = readdirSync(join(PROJECT, "functions"), { recursive: true, encoding: "utf8" });
  const ids = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3).replaceAll("/", "."));
  return new Map(ids.map((id) => [constructId(id), id]));
}
