import { workerData } from "node:worker_threads";
import { synthesize } from "#infra/synthesize.ts";

/** The CLI writes paths by itself; here they tell which function a Lambda resource is. */
const context = { "aws:cdk:enable-path-metadata": true };

await synthesize({ outdir: String(workerData), context, validates: false });
