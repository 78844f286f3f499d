import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { LOG_FIELDS, LOG_LINES } from "#lib/platform/log-lines.ts";
import { METRICS } from "#lib/platform/metrics.ts";
import { type SynthesizedTemplate, synthesizeEverySetting } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf } from "#test/support/cloud/template.ts";
import { alarmMetrics, dashboardMetrics, dashboardWidgets } from "#test/support/cloud/template-metrics.ts";
import { blocksIn } from "#test/support/documents/shell-blocks.ts";

const RUNBOOKS = globSync("docs/runbooks/*.md", { cwd: PROJECT }).toSorted();
const textOf = (file: string): string => readFileSync(join(PROJECT, file), "utf8");
/** Italic texts that are names of AWS, or no names. */
const NO_NAMES = [
  "Concurrent executions",
  "Lambda",
  "Service Quotas",
  "concurrency",
  "reserved concurrency",
  "warm throughput",
];

let template: SynthesizedTemplate;
beforeAll(async () => {
  template = await synthesizeEverySetting("prod");
});

/** The names on the dashboard: titles of graphs, labels of lines, and metrics. */
function dashboardNames(): string[] {
  const Labelled = z.object({ label: z.string() });
  const widgets = dashboardWidgets(template);
  const lines = widgets
    .flatMap(({ metrics }) => metrics.flat())
    .flatMap((part) => {
      const labelled = Labelled.safeParse(part);
      return labelled.success ? [labelled.data.label] : [];
    });
  const metrics = [...alarmMetrics(template), ...dashboardMetrics(template)].map(({ name }) => name);
  return [...widgets.flatMap(({ title }) => title ?? []), ...lines, ...metrics].map((name) =>
    name.toLowerCase(),
  );
}

/** The fields and events in the queries and filters of a text. */
function namedInQueries(text: string): { fields: string[]; events: string[] } {
  const prose = text.replaceAll(/^( *)```.*?^ *```$/gms, "");
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const queries = [...blocksIn(text, ["text"]), ...spans].map((code) => code.replaceAll(/\s+/g, " ").trim());
  const logQueries = queries.filter((query) => /\$\.|^(… )?(\| )?(filter|stats) /.test(query));
  const all = (pattern: RegExp) =>
    logQueries.flatMap((query) => [...query.matchAll(pattern)].map(([, name = ""]) => name));
  const groups = all(/ by ([\w, ]+?)(?= \||$)/g).flatMap((names) => names.split(", "));
  return {
    fields: [
      ...all(/\$\.(\w+)/g),
      ...all(/(?:filter|and|or) (\w+) =/g),
      ...all(/\b(?:pct|avg|max)\((\w+)/g),
      ...groups,
    ],
    events: [...all(/event = "([^"]+)"/g), ...all(/\$\.event = "([^"]+)"/g)],
  };
}

describe.each(RUNBOOKS)("%s", (file) => {
  it("uses the names of the dashboard for graphs, lines and metrics", () => {
    const shown = dashboardNames();
    const names = [...textOf(file).matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, name = ""]) => name);
    const unknown = names.filter((name) => {
      const [head = ""] = name.toLowerCase().split(", p");
      return (
        !NO_NAMES.includes(name) && !shown.some((one) => one.startsWith(head) || one.endsWith(`: ${head}`))
      );
    });
    expect(unknown).toEqual([]);
  });

  it("queries only fields and events that logs have", () => {
    const { fields, events } = namedInQueries(textOf(file));
    const [stage] = propertiesOf(template, "AWS::ApiGateway::Stage");
    const { Format } = z.object({ Format: z.string() }).parse(stage?.["AccessLogSetting"]);
    const logged = ["event", ...Object.keys(LOG_FIELDS), ...Object.keys(JSON.parse(Format))];
    expect(fields.filter((field) => !logged.includes(field))).toEqual([]);
    expect(events.filter((event) => !(event in LOG_LINES))).toEqual([]);
    const kinds = [...textOf(file).matchAll(/\bkind = "([^"]+)"/g)].map(([, kind = ""]) => kind);
    expect(kinds.filter((kind) => !(kind in METRICS))).toEqual([]);
  });
});

describe("a link in a document", () => {
  const files = globSync(["*.md", "docs/*.md", "docs/{runbooks,adr}/*.md"], { cwd: PROJECT }).toSorted();
  /** The anchors that GitHub creates for the headings of a document. */
  const anchorsOf = (file: string): string[] =>
    [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    );

  it.each(files)("a link in a document has a target file and heading: %s", (file) => {
    const links = [...textOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g)];
    const broken = links.filter(([, path = "", anchor]) => {
      const target = path === "" ? file : join(file, "..", path);
      if (globSync(target, { cwd: PROJECT }).length === 0) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});
