import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundleFunctions } from "#infra/bundle.ts";
import { PROBE } from "#infra/constructs/release-probe.ts";
import { PROJECT } from "#infra/project.ts";
import { readSettings, variablesOf } from "#infra/read-settings.ts";
import { checkRegions } from "#infra/regions.ts";
import { allEntries, deployedWith, loadRegistry } from "#infra/registry.ts";
import { ServiceStack } from "#infra/stacks/service-stack.ts";
import { checkTemplateLimits } from "#infra/template-limits.ts";

interface SynthesisOptions {
  /** Folder of the result; `CDK_OUTDIR` or a temporary one without it. */
  outdir?: string;
  /** Context beside that of `cdk.json`; what the CLI was given wins over both. */
  context?: Record<string, unknown>;
  /** Hold the templates against CloudFormation's rules and AWS Solutions; takes most of the time. */
  validates: boolean;
}

/** Bundles every function and makes the cloud assembly from them. */
export async function synthesize({ outdir, context, validates }: SynthesisOptions) {
  const app = new App({
    ...(outdir !== undefined && { outdir }),
    autoSynth: false,
    analyticsReporting: false,
    builtinCloudFormationValidation: validates,
    context: { ...(await projectContext()), ...context },
  });
  const settings = readSettings(app.node.getAllContext());
  checkRegions(settings, process.env["CDK_DEFAULT_REGION"]);
  const registry = deployedWith(variablesOf(settings), await loadRegistry());
  const bundles = await bundleFunctions([
    ...allEntries(registry),
    ...(settings.probeSecretArn === undefined ? [] : [PROBE]),
  ]);
  const name = settings.stage === "prod" ? "Almanac" : `Almanac-${settings.stage}`;
  new ServiceStack(app, name, { registry, bundles, settings });
  if (validates) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const assembly = app.synth();
  await checkTemplateLimits(assembly.directory);
  return assembly;
}

/** The context of `cdk.json`, for runs without the CLI. */
async function projectContext(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(PROJECT, "cdk.json"), "utf8")).context;
}
