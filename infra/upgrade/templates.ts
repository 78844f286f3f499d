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
export type Resource = z.output<typeof Resource>;
const SynthesizedTemplate = z.object({
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })),
});
export type SynthesizedTemplate = z.output<typeof SynthesizedTemplate>;

/**
 * Synthesizes a stage with these settings and returns its stack and the one nested in it as one template; with `validates` it throws
 * on what CloudFormation or AWS Solutions would not have.
 */
export async function synthesizeStage(
  stage: string,
  settings: Record<string, unknown> = {},
  { validates = false } = {},
): Promise<SynthesizedTemplate> {
  const outdir = await mkdtemp(join(tmpdir(), "almanac-synth-"));
  try {
    const { stacks } = await synthesize({ outdir, context: { stage, ...settings }, validates });
    const service = SynthesizedTemplate.parse(stacks[0]?.template);
    const nested = await Promise.all(
      (await readdir(outdir))
        .filter((file) => file.endsWith(".nested.template.json"))
        .map(async (file) =>
          SynthesizedTemplate.parse(JSON.parse(await readFile(join(outdir, file), "utf8"))),
        ),
    );
    return {
      ...service,
      Resources: Object.assign({}, service.Resources, ...nested.map((one) => one.Resources)),
    };
  } finally {
    await rm(outdir, { recursive: true });
  }
}
