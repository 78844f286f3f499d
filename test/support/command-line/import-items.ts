import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { getEnginePath } from "@almanac/local-cloud";

/**
 * Creates the engine's file in a folder from items, without its API, which is many times as fast. `schema` describes the table as
 * DescribeTable does. An existing file is replaced.
 */
export async function importItems(
  directory: string,
  schema: { TableName: string },
  items: Iterable<string>,
): Promise<void> {
  const source = join(directory, "export");
  const folder = join(source, schema.TableName, "data");
  mkdirSync(folder, { recursive: true });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(Readable.from(items), gzip, createWriteStream(join(folder, "items.json.gz")));
  const file = join(directory, "schema.json");
  writeFileSync(file, JSON.stringify({ Table: schema }));
  const output = join(directory, "table.db");
  const program = spawn(
    getEnginePath(),
    ["import", "--source", source, "--schema", file, "--output", output, "--force"],
    { stdio: "ignore" },
  );
  const [code] = await once(program, "exit");
  if (code !== 0) throw new Error(`The import exited with ${code}.`);
  rmSync(source, { recursive: true });
}
