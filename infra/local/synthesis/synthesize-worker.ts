import { workerData } from "node:worker_threads";
import { synthesize } from "#infra/synthesize.ts";

/** Adds construct paths to the template, as the CDK command line does. They identify the function of a Lambda resource. */
const PATHS = { "aws:cdk:enable-path-metadata": true };

const { outdir, context } = workerData as { outdir: string; context: Record<string, unknown> };
await synthesize({ outdir, context: { ...context, ...PATHS }, validates: false });
