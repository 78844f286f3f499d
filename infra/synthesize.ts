import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundleFunctions } from "#infra/bundle.ts";
import { PROJECT } from "#infra/project.ts";
import { allEntries, deployedWith, loadRegistry } from "#infra/registry.ts";
import { settingsIn } from "#infra/settings.ts";
import { ServiceStack } from "#infra/stacks/service-stack.ts";
import { stageNamed } from "#infra/stage.ts";

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
  const settings = settingsIn((name) => app.node.tryGetContext(name));
  const registry = deployedWith(settings, await loadRegistry());
  const bundles = await bundleFunctions(allEntries(registry));
  const stage = stageNamed(app.node.tryGetContext("stage"));
  const name = stage.name === "prod" ? "Almanac" : `Almanac-${stage.name}`;
  new ServiceStack(app, name, {
    stage,
    registry,
    bundles,
    rateLimitPerMinute: Number(app.node.tryGetContext("rateLimitPerMinute") ?? 600),
    settings,
    alarmEmail: app.node.tryGetContext("alarmEmail"),
  });
  if (validates) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app.synth();
}

/** The context of `cdk.json`, for runs without the CLI. */
async function projectContext(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(PROJECT, "cdk.json"), "utf8")).context;
}
