import type { FailureCode } from "#lib/failures.ts";
import type { MetricName } from "./metric-names.ts";
import { resetRoundTrips } from "./round-trips.ts";

type CountedMetric = Extract<MetricName, "ids.leased" | "ids.dropped" | "list.elements">;

let id: string | undefined;
let counts: { [N in CountedMetric]?: number } = {};
let toolCall: ToolCall | undefined;

/** A call of a tool, for the line of its invocation. */
interface ToolCall {
  tool: string;
  /** The code of a failure that is part of a successful response. */
  failure?: FailureCode;
  /** Whether the tool declares this failure. */
  isDeclared?: boolean;
}

/** Begins to count again; a function runs one invocation at a time. */
export function startInvocation(): void {
  resetRoundTrips();
  id = undefined;
  counts = {};
  toolCall = undefined;
}

/** Says what this invocation is called in the log. */
export const setInvocationId = (requestId: string): void => {
  id = requestId;
};

/** What the log calls whatever runs now, so that what it causes can be followed; undefined outside of a function. */
export const invocationId = (): string | undefined => id;

/** Counts something for the line of this invocation. */
export function addToMetric(name: CountedMetric, more: number): void {
  counts[name] = (counts[name] ?? 0) + more;
}

/** All that was counted in this invocation. */
export const invocationCounts = (): { readonly [N in CountedMetric]?: number } => counts;

/** Adds the call of a tool to the line of this invocation. */
export const recordToolCall = (call: ToolCall): void => {
  toolCall = call;
};

/** The tool that this invocation called, if it called one. */
export const calledTool = (): ToolCall | undefined => toolCall;

/** The trace in X-Ray that this invocation is a part of; undefined when it is not traced. */
export function traceId(): string | undefined {
  const header = process.env["_X_AMZN_TRACE_ID"];
  return header?.includes("Sampled=1") ? /Root=([\w-]+)/.exec(header)?.[1] : undefined;
}
