import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DISABLE_ASSET_STAGING_CONTEXT } from "aws-cdk-lib/cx-api";
import * as z from "zod";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { synthesizeLocally } from "#infra/local/synthesis/synthesize-locally.ts";
import { synthesize } from "#infra/synthesize.ts";
import { ALL_SETTINGS } from "./all-settings.ts";

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  UpdatePolicy: z.unknown().optional(),
});
/** A resource of a template. */
export type Resource = z.output<typeof Resource>;
const Template = z.object({
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});
type Template = z.output<typeof Template>;

/** The service stack with the resources of its nested stacks, and references between stacks replaced by references to resources. */
export interface SynthesizedTemplate {
  Resources: Record<string, Resource>;
  Outputs: Template["Outputs"];
  /** The logical ids of each stack's resources, by the logical id of the nested stack; the service stack has the key "". */
  stacks: Record<string, string[]>;
}

/**
 * Synthesizes a stage with these settings, or reads what was synthesized from the same sources. With `validates`, it always synthesizes, and
 * throws if the templates break a rule of CloudFormation or AWS Solutions. Bundles are not copied, because only templates are read. CDK stays
 * loaded for the next synthesis: loading it takes longer.
 */
export async function synthesizeStage(
  stage: string,
  settings: Record<string, unknown> = {},
  { validates = false } = {},
): Promise<SynthesizedTemplate> {
  const context = { stage, ...settings, [DISABLE_ASSET_STAGING_CONTEXT]: true };
  if (!validates) return readAssembly(await getCurrentAssembly(context, synthesizeLocally));
  const outdir = await mkdtemp(join(tmpdir(), "almanac-synth-"));
  try {
    await synthesize({ outdir, context, validates: true });
    return await readAssembly(outdir);
  } finally {
    await rm(outdir, { recursive: true });
  }
}

/**
 * Synthesizes a stage with a value for every setting, as `synthesizeStage` does. Tests share these two stages, so that each is synthesized
 * once. The functions of the one in dev read queues with the concurrency of deliveries.
 */
export const synthesizeEverySetting = (
  stage: "dev" | "prod",
  options?: { validates: boolean },
): Promise<SynthesizedTemplate> => {
  const { consumerConcurrency, ...others } = ALL_SETTINGS;
  return synthesizeStage(stage, stage === "dev" ? others : { ...others, consumerConcurrency }, options);
};

const NESTED_STACK = "AWS::CloudFormation::Stack";
const NestedProperties = z.object({
  TemplateURL: z.unknown(),
  Parameters: z.record(z.string(), z.unknown()).default({}),
});
const Assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })),
});

/** Reads the service stack of a cloud assembly and its nested stacks as one template. */
export async function readAssembly(folder: string): Promise<SynthesizedTemplate> {
  const files = await readdir(folder);
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, file), "utf8"));
  const main = files.find((file) => /(?<!\.nested)\.template\.json$/.test(file));
  if (main === undefined) throw new Error(`${folder} contains no template.`);
  const assets = Assets.parse(await read(main.replace(".template.", ".assets.")));
  const service = Template.parse(await read(main));
  const nested = new Map<string, Nested>();
  for (const [id, { Type, Properties }] of Object.entries(service.Resources)) {
    if (Type !== NESTED_STACK) continue;
    const { TemplateURL, Parameters } = NestedProperties.parse(Properties);
    const [hash = ""] = /[0-9a-f]{64}/.exec(JSON.stringify(TemplateURL)) ?? [];
    const template = Template.parse(await read(assets.files[hash]?.source.path ?? ""));
    nested.set(id, { template, parameters: Parameters });
  }
  return mergeStacks(service, nested);
}

/** A nested stack and the values of its parameters in the service stack. */
interface Nested {
  template: Template;
  parameters: Record<string, unknown>;
}

function mergeStacks(service: Template, nested: ReadonlyMap<string, Nested>): SynthesizedTemplate {
  const merged: SynthesizedTemplate = { Resources: {}, Outputs: {}, stacks: {} };
  for (const [id, { template }] of [["", { template: service }] as const, ...nested]) {
    const stack = nested.get(id);
    for (const [name, resource] of Object.entries(template.Resources)) {
      if (name in merged.Resources) throw new Error(`Two stacks have a resource ${name}.`);
      const Properties = resource.Type === NESTED_STACK ? {} : resource.Properties;
      merged.Resources[name] = { ...resource, Properties: Object(resolve(Properties, nested, stack)) };
    }
    merged.stacks[id] = Object.keys(template.Resources);
  }
  for (const [name, { Value }] of Object.entries(service.Outputs))
    merged.Outputs[name] = { Value: resolve(Value, nested) };
  return merged;
}

const Reference = z.strictObject({ Ref: z.string() });
const NestedOutput = z.strictObject({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) });

/** Replaces the parameters of a stack by their values, and outputs of nested stacks by theirs. */
function resolve(value: unknown, nested: ReadonlyMap<string, Nested>, stack?: Nested): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, nested, stack));
  if (typeof value !== "object" || value === null) return value;
  const { data: reference } = Reference.safeParse(value);
  if (stack && reference && reference.Ref in stack.template.Parameters)
    return resolve(stack.parameters[reference.Ref], nested);
  const [id = "", output = ""] = NestedOutput.safeParse(value).data?.["Fn::GetAtt"] ?? [];
  const source = nested.get(id);
  if (source) return resolve(source.template.Outputs[output.replace("Outputs.", "")]?.Value, nested, source);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, nested, stack)]));
}
