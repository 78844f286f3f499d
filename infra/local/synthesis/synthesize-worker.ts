import { workerData } from "node:worker_threads";
import { synthesize } from "#infra/synthesize.ts";

/** The CLI writes paths by itself; here they tell which function a Lambda resource is. */
const PATHS = { "aws:cdk:enable-path-metadata": true };

const { outdir, context } = workerData as { outdir: string; context: Record<string, unknown> };
await synthesize({ outdir, context: { ...context, ...PATHS }, validates: false });
