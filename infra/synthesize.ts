import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { bundleFunctions } from "#infra/bundle.ts";
import { PROBE } from "#infra/constructs/release-probe.ts";
import { PROJECT } from "#infra/project.ts";
import { readSettings, variablesOf } from "#infra/read-settings.ts";
import { checkRegions } from "#infra/regions.ts";
import { allEntries, deployedWith, loadRegistry } from "#infra/registry.ts";
import { ServiceStack } from "#infra/stacks/service-stack.ts";
import { stackNameOf } from "#infra/stage.ts";
import { checkTemplateLimits } from "#infra/template-limits.ts";

interface SynthesisOptions {
  /** Folder of the cloud assembly; by default `CDK_OUTDIR`, or a temporary folder. */
  outdir?: string;
  /** Context in addition to that of `cdk.json`. That of the CDK command line takes precedence over both. */
  context?: Record<string, unknown>;
  /** Whether to check the templates with the rules of CloudFormation and AWS Solutions, which takes most of the time. */
  validates: boolean;
}

/** Bundles every function and synthesizes the cloud assembly. */
export async function synthesize({ outdir, context, validates }: SynthesisOptions) {
  const app = new App({
    ...(outdir !== undefined && { outdir }),
    autoSynth: false,
    analyticsReporting: false,
    builtinCloudFormationValidation: validates,
    context: { ...(await readProjectContext()), ...context },
  });
  const settings = readSettings(app.node.getAllContext());
  checkRegions(settings, process.env["CDK_DEFAULT_REGION"]);
  const registry = deployedWith(variablesOf(settings), await loadRegistry());
  const bundles = await bundleFunctions([
    ...allEntries(registry),
    ...(settings.probeSecretArn === undefined ? [] : [PROBE]),
  ]);
  new ServiceStack(app, stackNameOf(settings), { registry, bundles, settings });
  if (validates) {
    // Its import loads all of CDK.
    const { AwsSolutionsChecks } = await import("cdk-nag");
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  }
  const assembly = app.synth();
  await checkTemplateLimits(assembly.directory);
  return assembly;
}

/** Reads the context in `cdk.json`, which the CDK command line would add. */
async function readProjectContext(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(PROJECT, "cdk.json"), "utf8")).context;
}
