import type { FailureCode } from "#lib/failures.ts";
import type { MetricName } from "./metrics.ts";
import { resetRoundTrips } from "./round-trips.ts";

type CountedMetric = Extract<MetricName, "ids.leased" | "ids.dropped" | "list.elements">;

let id: string | undefined;
let counts: { [N in CountedMetric]?: number } = {};
let toolCall: ToolCall | undefined;

/** A call of an MCP tool, for the log line of its invocation. */
interface ToolCall {
  tool: string;
  /** The code of a failure that is part of a successful response. */
  failure?: FailureCode;
  /** Whether the tool declares this failure. */
  isDeclared?: boolean;
}

/** Resets all counts. A function runs one invocation at a time. */
export function startInvocation(): void {
  resetRoundTrips();
  id = undefined;
  counts = {};
  toolCall = undefined;
}

/** Sets the id of this invocation in the log. */
export const setInvocationId = (requestId: string): void => {
  id = requestId;
};

/** The id of this invocation in the log, by which its effects can be traced; undefined outside of a function. */
export const invocationId = (): string | undefined => id;

/** Increases a metric in the log line of this invocation. */
export function addToMetric(name: CountedMetric, more: number): void {
  counts[name] = (counts[name] ?? 0) + more;
}

/** The metrics of this invocation. */
export const invocationCounts = (): { readonly [N in CountedMetric]?: number } => counts;

/** Adds the call of a tool to the log line of this invocation. */
export const recordToolCall = (call: ToolCall): void => {
  toolCall = call;
};

/** The tool that this invocation called, if any. */
export const calledTool = (): ToolCall | undefined => toolCall;

/** The id of the X-Ray trace of this invocation; undefined if it is not traced. */
export function traceId(): string | undefined {
  const header = process.env["_X_AMZN_TRACE_ID"];
  return header?.includes("Sampled=1") ? /Root=([\w-]+)/.exec(header)?.[1] : undefined;
}
