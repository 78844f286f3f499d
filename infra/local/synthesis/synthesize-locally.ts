import { synthesize } from "#infra/synthesize.ts";

/** Where to write a cloud assembly, and its CDK context. */
export interface AssemblyRequest {
  outdir: string;
  context: Record<string, unknown>;
}

/** Adds construct paths to the template, as the CDK command line does. They identify the function of a Lambda resource. */
const PATHS = { "aws:cdk:enable-path-metadata": true };

/** Synthesizes what the local service runs. */
export async function synthesizeLocally({ outdir, context }: AssemblyRequest): Promise<void> {
  await synthesize({ outdir, context: { ...context, ...PATHS }, validates: false });
}
