import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import type { SettingDocument } from "#infra/setting-schemas.ts";
import { Settings } from "#infra/settings.ts";
import { STAGE_DEFAULTS, STAGE_NAMES } from "#infra/stage-defaults.ts";
import { code, markdownTable, withTable } from "./markdown.ts";

/** `docs/deploy.md`: the hand-written guide, with its tables of settings and stages as they are in the code. */
export async function deployDocument(): Promise<string> {
  const guide = await readFile(join(PROJECT, "docs/deploy.md"), "utf8");
  return withTable(withTable(guide, settingsTable()), stagesTable());
}

const settingsTable = (): string =>
  markdownTable(
    ["Setting", "Values", "Default", "Meaning"],
    Object.entries(Settings.shape).map(([name, schema]) => {
      const { takes, description } = schema.meta() as SettingDocument;
      return [code(name), takes, defaultOf(name, schema), description];
    }),
  );

function defaultOf(name: string, schema: { safeParse(value: unknown): { data?: unknown } }): string {
  if (name in STAGE_DEFAULTS.prod) return "by stage";
  const { data } = schema.safeParse(undefined);
  return data === undefined ? "none" : code(data);
}

const stagesTable = (): string =>
  markdownTable(
    ["", ...STAGE_NAMES.map(code)],
    Object.keys(STAGE_DEFAULTS.prod).map((name) => [
      code(name),
      ...STAGE_NAMES.map((stage) =>
        String(Object.entries(STAGE_DEFAULTS[stage]).find(([key]) => key === name)?.[1]),
      ),
    ]),
  );
