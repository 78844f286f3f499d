import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { readSettings } from "#infra/read-settings.ts";
import { synthesizeStage } from "#test/support/cloud/synthesize-stage.ts";

const Options = z.record(
  z.string(),
  z.looseObject({
    alias: z.union([z.string(), z.array(z.string())]).default([]),
    type: z.string(),
  }),
);
/** The commands and options of the `cdk` program. */
const { globalOptions, commands } = z
  .object({
    globalOptions: Options,
    commands: z.record(z.string(), z.object({ options: Options.default({}) })),
  })
  .parse(
    JSON.parse(readFileSync(join(PROJECT, "node_modules/aws-cdk/lib/cli/cli-type-registry.json"), "utf8")),
  );

/** Results of syntheses, by settings. */
const synthesized = new Map<string, Promise<unknown>>();

/** Returns what is wrong with the arguments of a `cdk` command. Its settings must synthesize. */
export async function cdkFault([verb = "", ...rest]: readonly string[]): Promise<string | undefined> {
  const command = commands[verb];
  if (command === undefined) return `cdk has no ${verb}`;
  const options = Object.entries({ ...globalOptions, ...command.options });
  const known = new Set(
    options.flatMap(([name, { alias, type }]) => [
      ...[`--${name}`, ...[alias].flat().map((one) => `-${one}`)],
      ...(type === "boolean" ? [`--no-${name}`] : []),
    ]),
  );
  const unknown = rest.filter((word) => word.startsWith("-") && !known.has(word));
  if (unknown.length > 0) return `cdk ${verb} has no ${unknown.join(", ")}`;
  const given = rest.filter((_, at) => rest[at - 1] === "-c").map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  return settingsFault(Object.fromEntries(given));
}

async function settingsFault(context: Record<string, unknown>): Promise<string | undefined> {
  try {
    const { stage } = readSettings(context);
    const key = JSON.stringify(context);
    synthesized.set(key, synthesized.get(key) ?? synthesizeStage(stage, context));
    await synthesized.get(key);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
