import type { Context } from "aws-lambda";
import type { ConsumerSpec } from "#lib/entry/http/spec.ts";
import { invocationCounts, setInvocationId, startInvocation, traceId } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";

interface Invocation {
  event: unknown;
  context: Context;
  error: unknown;
  response: unknown;
}

/** Middleware that logs one structured line per invocation: the number of records, of failed records, and of round trips. */
export function logBatch(spec: ConsumerSpec) {
  let startedAt = 0;
  const write = ({ event, context, error, response }: Invocation) => {
    const { trips, calls } = roundTrips();
    const { Records } = event as { Records?: readonly unknown[] };
    const { batchItemFailures } = (response ?? {}) as { batchItemFailures?: readonly unknown[] };
    log(error ? "error" : "info", "batch", {
      requestId: context.awsRequestId,
      consumer: spec.id,
      records: Records?.length,
      failed: batchItemFailures?.length,
      ms: Math.round(performance.now() - startedAt),
      roundTrips: trips,
      databaseCalls: calls,
      ...errorFields(error),
      traceId: traceId(),
      ...metrics(invocationCounts()),
    });
  };
  return {
    before: ({ context }: Invocation) => {
      startedAt = performance.now();
      startInvocation();
      setInvocationId(context.awsRequestId);
    },
    after: write,
    onError: write,
  };
}

/** The log fields of an error, or of all in an AggregateError: names and stacks, but no messages, because they may contain input. */
export function errorFields(error: unknown): { error?: string; stack?: string } {
  const all: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const errors = all.filter((each) => each instanceof Error);
  if (errors.length === 0) return {};
  return {
    error: distinct(
      errors.map(({ name }) => name),
      ", ",
    ),
    stack: distinct(errors.map(stackOf), "\n"),
  };
}

const stackOf = ({ stack = "", message }: Error): string => stack.replace(message, "");

const distinct = (texts: string[], separator: string): string => [...new Set(texts)].join(separator);
