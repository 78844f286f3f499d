import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { synthesize } from "#infra/synthesize.ts";

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
});
export type Resource = z.output<typeof Resource>;
const SynthesizedTemplate = z.object({
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })),
});
export type SynthesizedTemplate = z.output<typeof SynthesizedTemplate>;

const text = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const Statement = z.object({
  Effect: z.enum(["Allow", "Deny"]),
  Action: text,
  Resource: z.unknown().transform((value) => [value].flat()),
});
export type Statement = z.output<typeof Statement>;
const Policy = z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) });

/** Synthesizes a stage with these settings, without validation, and returns its stack and the one nested in it as one template. */
export async function synthesizeStage(
  stage: string,
  settings: Record<string, unknown> = {},
): Promise<SynthesizedTemplate> {
  const outdir = await mkdtemp(join(tmpdir(), "almanac-synth-"));
  try {
    const { stacks } = await synthesize({ outdir, context: { stage, ...settings }, validates: false });
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

/** The properties of every resource of a type. */
export const propertiesOf = (template: SynthesizedTemplate, type: string): Record<string, unknown>[] =>
  Object.values(template.Resources)
    .filter((resource) => resource.Type === type)
    .map((resource) => resource.Properties);

/** The inline statements of a role. */
export const statementsOf = (role: Resource): Statement[] =>
  z
    .array(Policy)
    .default([])
    .parse(role.Properties["Policies"])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
