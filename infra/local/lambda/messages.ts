/** What a worker is started with. */
export interface WorkerSettings {
  /** Folder of the bundle. */
  folder: string;
  /** Module and export, as in `index.handler`. */
  handler: string;
  functionName: string;
  functionArn: string;
  memoryMegabytes: number;
}

/** One call. Events and results travel as JSON text, which is how Lambda carries them and what threads copy fastest. */
export interface InvokeMessage {
  kind: "invoke";
  requestId: string;
  event: string;
  /** Milliseconds since 1970 at which the function is killed. */
  deadline: number;
  /** The caller takes a response stream. */
  streaming: boolean;
}

/** The client took one chunk of the stream; the next may come. */
export interface TakenMessage {
  kind: "taken";
}

export type ToWorker = InvokeMessage | TakenMessage;

/** Why an invocation failed, as Lambda reports a function error. */
export interface FunctionFault {
  errorType: string;
  errorMessage: string;
  trace?: string | undefined;
}

/** `log` is what the function printed since the last message that had one. */
export type FromWorker =
  | { kind: "answered"; result: string; log: string }
  | ({ kind: "failed"; log: string } & FunctionFault)
  | { kind: "prelude"; prelude: string }
  | { kind: "chunk"; chunk: Uint8Array }
  | { kind: "printed"; log: string };
