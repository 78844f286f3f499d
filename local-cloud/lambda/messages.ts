/** The function that a worker runs. */
export interface WorkerSettings {
  /** Folder of the bundle. */
  folder: string;
  /** Module and export, as in `index.handler`. */
  handler: string;
  functionName: string;
  functionArn: string;
  memoryMegabytes: number;
}

/** One call. Events and results are sent as JSON, as on Lambda: threads copy a string faster than an object. */
export interface InvokeMessage {
  kind: "invoke";
  requestId: string;
  event: string;
  /** The variable `_X_AMZN_TRACE_ID` during the call. */
  traceHeader: string;
  /** Milliseconds since 1970 at which the function is killed. */
  deadline: number;
  /** Whether the caller expects a response stream. */
  isStreaming: boolean;
}

/** Says that one chunk of the response stream was sent to the client. */
export interface ChunkSentMessage {
  kind: "chunkSent";
}

export type ToWorker = InvokeMessage | ChunkSentMessage;

/** Why an invocation failed, as Lambda reports a function error. */
export interface FunctionFault {
  errorType: string;
  errorMessage: string;
  trace?: string | undefined;
}

/** A part of a response stream. Only the first one has a prelude: status and headers as JSON. */
export interface StreamPart {
  prelude?: string | undefined;
  chunk?: Uint8Array<ArrayBuffer> | undefined;
}

/** `log` is the function's output since the last message with a log. `lastPart` ends a response stream, if anything is left to send. */
export type FromWorker =
  | { kind: "succeeded"; result: string; lastPart?: StreamPart | undefined; log: string }
  | ({ kind: "failed"; log: string } & FunctionFault)
  | ({ kind: "part" } & StreamPart)
  | { kind: "log"; log: string };
