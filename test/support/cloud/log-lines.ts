import * as z from "zod";
import type { Cloud } from "#infra/local/cloud.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";

const Line = z.looseObject({ event: z.string(), functionId: z.string() });
/** A structured line with the function that wrote it. */
export type Line = z.output<typeof Line>;

const registry = await loadRegistry();

/** The last lines of every function of a cloud. */
export const printedLines = (cloud: Cloud): string[] =>
  allEntries(registry).flatMap(({ spec }) => cloud.logs(spec.id));

/** The last structured lines of every function of a cloud. */
export const structuredLines = (cloud: Cloud): Line[] =>
  allEntries(registry).flatMap(({ spec: { id } }) =>
    cloud
      .logs(id)
      .filter((line) => line.startsWith('{"level":'))
      .map((line) => ({ ...JSON.parse(line), functionId: id }))
      .filter((line) => Line.safeParse(line).success),
  );

const Directives = z.object({
  CloudWatchMetrics: z.array(
    z.object({
      Namespace: z.literal("Almanac"),
      Dimensions: z.tuple([z.array(z.string())]),
      Metrics: z.array(z.object({ Name: z.string(), Unit: z.enum(["Count", "Milliseconds"]) })),
    }),
  ),
});

/** A metric with its dimensions. */
export interface EmittedMetric {
  name: string;
  dimensions: Record<string, string>;
}

/** The metrics that CloudWatch reads from lines. Throws if a value or a dimension is missing. */
export function emittedMetrics(lines: readonly Line[]): EmittedMetric[] {
  const directives = lines
    .filter((line) => "_aws" in line)
    .flatMap((line) =>
      Directives.parse(line["_aws"]).CloudWatchMetrics.map((directive) => ({ line, ...directive })),
    );
  return directives.flatMap(({ line, Dimensions: [names], Metrics }) =>
    Metrics.map(({ Name }) => {
      if (typeof line[Name] !== "number") throw new Error(`${line.event} has no number ${Name}`);
      const pairs = names.map((name) => [name, z.string().parse(line[name])]);
      return { name: Name, dimensions: Object.fromEntries(pairs) };
    }),
  );
}
