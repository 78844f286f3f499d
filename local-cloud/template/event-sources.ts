import * as z from "zod";
import { nameInArn } from "./local-names.ts";
import type { ResolvedResource } from "./resolve-assembly.ts";

/** A parsed filter pattern of an event source mapping. */
export type FilterPattern = Record<string, unknown>;

interface Mapping {
  /** Logical id of the mapping, and name of its checkpoint. */
  name: string;
  functionName: string;
  batchSize: number;
  reportsItemFailures: boolean;
  filters: readonly FilterPattern[];
}

/** An event source mapping from a queue to a function. */
export interface QueueSource extends Mapping {
  kind: "queue";
  queue: string;
  maximumConcurrency: number | undefined;
}

/** An event source mapping from a table's stream to a function; -1 means unlimited attempts or age. */
export interface StreamSource extends Mapping {
  kind: "stream";
  table: string;
  bisects: boolean;
  maximumRetryAttempts: number;
  maximumRecordAgeSeconds: number;
  failureQueue: string | undefined;
}

/** A function that runs at a fixed rate. */
export interface Schedule {
  kind: "schedule";
  name: string;
  functionName: string;
  everyMinutes: number;
  /** The event as JSON, when the template fixes it. */
  input: string | undefined;
}

export type EventSource = QueueSource | StreamSource | Schedule;

const Pattern = z.string().transform((json) => z.record(z.string(), z.unknown()).parse(JSON.parse(json)));

/** Strict, because the local cloud supports no other properties. */
const MappingProperties = z.strictObject({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  BatchSize: z.number().optional(),
  FunctionResponseTypes: z.array(z.literal("ReportBatchItemFailures")).default([]),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern })) }).default({ Filters: [] }),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).default({}),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRetryAttempts: z.number().default(-1),
  MaximumRecordAgeInSeconds: z.number().default(-1),
  DestinationConfig: z.strictObject({ OnFailure: z.object({ Destination: z.string() }) }).optional(),
  StartingPosition: z.enum(["LATEST", "TRIM_HORIZON"]).optional(),
  /** Ignored: larger batches save cost but add latency, and the local cloud has no cost. */
  MaximumBatchingWindowInSeconds: z.number().optional(),
  ParallelizationFactor: z.literal(1).optional(),
  Enabled: z.boolean().default(true),
  Tags: z.unknown().optional(),
  MetricsConfig: z.unknown().optional(),
});

const RuleProperties = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })),
});

/** Reads the enabled event source mappings and schedules of the template. */
export function readEventSources(resources: readonly ResolvedResource[]): EventSource[] {
  return resources.flatMap(({ logicalId, type, properties }): EventSource[] => {
    switch (type) {
      case "AWS::Lambda::EventSourceMapping": {
        const parsed = MappingProperties.parse(properties);
        return parsed.Enabled ? [readMapping(logicalId, parsed)] : [];
      }
      case "AWS::Events::Rule": {
        const { ScheduleExpression, State, Targets } = RuleProperties.parse(properties);
        // A rule with a pattern is for events of AWS, which do not exist here.
        if (State === "DISABLED" || ScheduleExpression === undefined) return [];
        return Targets.map((target) => readSchedule(logicalId, ScheduleExpression, target));
      }
      default:
        return [];
    }
  });
}

function readMapping(
  name: string,
  properties: z.output<typeof MappingProperties>,
): QueueSource | StreamSource {
  const shared = {
    name,
    functionName: nameInArn(properties.FunctionName),
    reportsItemFailures: properties.FunctionResponseTypes.length > 0,
    filters: properties.FilterCriteria.Filters.map(({ Pattern }) => Pattern),
  };
  const [, , service, , , resource = ""] = properties.EventSourceArn.split(":");
  if (service === "sqs") {
    const { MaximumConcurrency } = properties.ScalingConfig;
    const batchSize = properties.BatchSize ?? 10;
    return { ...shared, kind: "queue", batchSize, queue: resource, maximumConcurrency: MaximumConcurrency };
  }
  const table = /^table\/([^/]+)\/stream\//.exec(resource)?.[1];
  if (service !== "dynamodb" || table === undefined) {
    throw new Error(`event source mapping ${name}: unknown source ${properties.EventSourceArn}`);
  }
  const failureArn = properties.DestinationConfig?.OnFailure.Destination;
  return {
    ...shared,
    kind: "stream",
    table,
    batchSize: properties.BatchSize ?? 100,
    bisects: properties.BisectBatchOnFunctionError,
    maximumRetryAttempts: properties.MaximumRetryAttempts,
    maximumRecordAgeSeconds: properties.MaximumRecordAgeInSeconds,
    failureQueue: failureArn === undefined ? undefined : nameInArn(failureArn),
  };
}

interface Target {
  Arn: string;
  Input?: string | undefined;
}

function readSchedule(name: string, expression: string, { Arn, Input }: Target): Schedule {
  const rate = /^rate\((\d+) (minutes?|hours?|days?)\)$/.exec(expression);
  const minutesPerUnit = { minute: 1, hour: 60, day: 1440 }[rate?.[2]?.replace(/s$/, "") ?? ""];
  if (rate === null || minutesPerUnit === undefined) {
    throw new Error(`schedule ${name}: the local cloud does not know ${expression}`);
  }
  const everyMinutes = Number(rate[1]) * minutesPerUnit;
  return { kind: "schedule", name, functionName: nameInArn(Arn), everyMinutes, input: Input };
}
