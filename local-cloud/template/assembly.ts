import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import * as z from "zod";

const ResourceDeclaration = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
  Metadata: z.object({ "aws:cdk:path": z.string().optional() }).optional(),
});

const OutputDeclaration = z.object({
  Value: z.unknown(),
  Export: z.object({ Name: z.unknown() }).optional(),
  Condition: z.string().optional(),
});

const Template = z.object({
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(z.string(), ResourceDeclaration).default({}),
  Outputs: z.record(z.string(), OutputDeclaration).default({}),
});

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .object({
          templateFile: z.string().optional(),
          stackName: z.string().optional(),
          file: z.string().optional(),
        })
        .default({}),
    }),
  ),
});

const AssetManifest = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

/** Resource type of a nested stack. */
export const NESTED_STACK = "AWS::CloudFormation::Stack";
const NestedStackProperties = z.object({
  TemplateURL: z.unknown(),
  Parameters: z.record(z.string(), z.unknown()).default({}),
});

/** A resource in a template, with unresolved intrinsic functions. */
export type ResourceDeclaration = z.output<typeof ResourceDeclaration>;

/** One stack of the cloud assembly. `nestedAs` is the resource of a nested stack in its parent. */
export interface Stack extends z.output<typeof Template> {
  name: string;
  nestedAs?: { parent: Stack; logicalId: string; parameters: Record<string, unknown> };
}

/** A cloud assembly: its stacks, and the folders of its code assets. */
export interface Assembly {
  stacks: Stack[];
  /** Object key in the assets bucket (`<hash>.zip`) → folder on disk; for a nested template, its file. */
  assetFolders: Map<string, string>;
}

/** Reads a cloud assembly (`cdk.out`). */
export async function readAssembly(directory: string): Promise<Assembly> {
  const manifest = Manifest.parse(await readJson(join(directory, "manifest.json")));
  const assembly: Assembly = { stacks: [], assetFolders: new Map() };
  for (const [name, { type, properties }] of Object.entries(manifest.artifacts)) {
    if (type === "aws:cloudformation:stack" && properties.templateFile !== undefined) {
      const template = Template.parse(await readJson(join(directory, properties.templateFile)));
      assembly.stacks.push({ ...template, name: properties.stackName ?? name });
    }
    if (type === "cdk:asset-manifest" && properties.file !== undefined) {
      await readAssets(directory, properties.file, assembly.assetFolders);
    }
  }
  // The loop also visits the stacks that it adds, so nested stacks may contain others.
  for (const stack of assembly.stacks) assembly.stacks.push(...(await readNested(stack, assembly)));
  return assembly;
}

async function readNested(parent: Stack, { assetFolders }: Assembly): Promise<Stack[]> {
  const nested = Object.entries(parent.Resources).filter(([, { Type }]) => Type === NESTED_STACK);
  return Promise.all(
    nested.map(async ([logicalId, { Properties }]) => {
      const { TemplateURL, Parameters } = NestedStackProperties.parse(Properties);
      const asset = /[0-9a-f]{64}\.json/.exec(JSON.stringify(TemplateURL))?.[0] ?? "";
      const file = assetFolders.get(asset);
      if (file === undefined) throw new Error(`no template for the nested stack ${logicalId}`);
      const name = `${parent.name}-${logicalId}`;
      const template = Template.parse(await readJson(file));
      return { ...template, name, nestedAs: { parent, logicalId, parameters: Parameters } };
    }),
  );
}

async function readAssets(directory: string, file: string, folders: Map<string, string>): Promise<void> {
  const assets = AssetManifest.parse(await readJson(join(directory, file)));
  for (const { source, destinations } of Object.values(assets.files)) {
    if (source.path === undefined) continue;
    for (const { objectKey } of Object.values(destinations)) {
      folders.set(basename(objectKey), resolve(directory, source.path));
    }
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}
