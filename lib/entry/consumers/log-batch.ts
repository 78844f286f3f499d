import type middy from "@middy/core";
import type { ConsumerSpec } from "#lib/entry/http/spec.ts";
import { invocationCounts, setInvocationId, startInvocation, traceId } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";

/** A batch and its response; a schedule has neither records nor a response. */
interface Batch {
  Records?: readonly unknown[];
}
interface BatchResponse {
  batchItemFailures?: readonly unknown[];
}

/** Middleware that logs one structured line per invocation: the number of records, of failed records, and of round trips. */
export function logBatch(spec: ConsumerSpec): middy.MiddlewareObj<Batch, BatchResponse> {
  let startedAt = 0;
  const write: middy.MiddlewareFn<Batch, BatchResponse> = ({ event, context, error, response }) => {
    const { trips, calls } = roundTrips();
    log(error ? "error" : "info", "batch", {
      requestId: context.awsRequestId,
      consumer: spec.id,
      records: event.Records?.length,
      failed: response?.batchItemFailures?.length,
      ms: Math.round(performance.now() - startedAt),
      roundTrips: trips,
      databaseCalls: calls,
      ...errorFields(error),
      traceId: traceId(),
      ...metrics(invocationCounts()),
    });
  };
  return {
    before: ({ context }) => {
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
