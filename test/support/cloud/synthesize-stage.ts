import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { synthesize } from "#infra/synthesize.ts";

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  UpdatePolicy: z.unknown().optional(),
});
/** A resource of a template. */
export type Resource = z.output<typeof Resource>;
const SynthesizedTemplate = z.object({
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })),
});
/** A template with its resources and outputs. */
export type SynthesizedTemplate = z.output<typeof SynthesizedTemplate>;

/**
 * Synthesizes a stage with these settings and returns its stack and the nested stack as one template. With `validates`, it
 * throws if the templates break a rule of CloudFormation or AWS Solutions.
 */
export async function synthesizeStage(
  stage: string,
  settings: Record<string, unknown> = {},
  { validates = false } = {},
): Promise<SynthesizedTemplate> {
  const outdir = await mkdtemp(join(tmpdir(), "almanac-synth-"));
  try {
    await synthesize({ outdir, context: { stage, ...settings }, validates });
    return await readAssembly(outdir);
  } finally {
    await rm(outdir, { recursive: true });
  }
}

/** Reads the stack of a cloud assembly and its nested stacks as one template. */
export async function readAssembly(folder: string): Promise<SynthesizedTemplate> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".template.json"));
  const read = async (file: string) =>
    SynthesizedTemplate.parse(JSON.parse(await readFile(join(folder, file), "utf8")));
  const isNested = (file: string) => file.endsWith(".nested.template.json");
  const [service] = await Promise.all(files.filter((file) => !isNested(file)).map(read));
  if (service === undefined) throw new Error(`${folder} contains no template.`);
  const nested = await Promise.all(files.filter(isNested).map(read));
  return {
    ...service,
    Resources: Object.assign({}, service.Resources, ...nested.map(({ Resources }) => Resources)),
  };
}
