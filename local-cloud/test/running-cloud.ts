import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Cloud, type CloudOptions, startCloud } from "#local-cloud/cloud.ts";
import { type AssemblyParts, writeAssembly } from "./assembly-builder.ts";

/** Runs a cloud for all tests of a file. The returned function can only be called within tests. */
export function runningCloud(
  parts: AssemblyParts,
  options: Pick<CloudOptions, "basePaths"> = {},
): () => Cloud {
  let cloud: Cloud | undefined;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), "cloud-"));
    cloud = await startCloud({ directory, port: 0, assembly: await writeAssembly(parts), ...options });
  });
  afterAll(() => cloud?.stop());
  return () => {
    if (cloud === undefined) throw new Error("the cloud runs only within tests");
    return cloud;
  };
}
