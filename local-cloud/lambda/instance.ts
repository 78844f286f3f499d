import { Worker } from "node:worker_threads";
import { functionArn } from "#local-cloud/template/local-names.ts";
import type {
  ChunkSentMessage,
  FromWorker,
  FunctionFault,
  InvokeMessage,
  StreamPart,
  WorkerSettings,
} from "./messages.ts";

/** The function an instance runs. */
export interface InstanceOptions {
  name: string;
  folder: string;
  handler: string;
  memoryMegabytes: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Called with the function's output. */
  print(text: string): void;
}

/** Receives a streamed response; `chunk` resolves when the client can take more. */
export interface StreamSink {
  prelude(json: string): void;
  chunk(bytes: Uint8Array): Promise<void>;
}

/** One call of a function; with a `sink` its response is streamed. */
export interface InstanceCall {
  requestId: string;
  /** The event as JSON. */
  event: string;
  traceHeader: string;
  sink?: StreamSink;
}

/** How a call ended. `payload` is the result as JSON; it is empty when the response was streamed. */
export type Outcome =
  | { kind: "succeeded"; payload: string }
  | ({ kind: "failed" } & FunctionFault)
  | { kind: "timeout" };

/** One warm execution environment: a thread that runs one call at a time. */
export interface Instance {
  /** False once the thread has ended. */
  isAlive(): boolean;
  invoke(call: InstanceCall): Promise<Outcome>;
  close(): Promise<void>;
}

/** Size of V8's young generation. Every instance would fill the default of 48 MB before its first garbage collection. */
const YOUNG_GENERATION_MEGABYTES = 12;

interface Pending {
  call: InstanceCall;
  settle(outcome: Outcome): void;
}

/** Starts an execution environment of a function; the first call loads its code. */
export function startInstance(options: InstanceOptions): Instance {
  const worker = startWorker(options);
  let alive = true;
  let pending: Pending | undefined;
  const settle = (outcome: Outcome): void => {
    const current = pending;
    pending = undefined;
    current?.settle(outcome);
  };
  const end = (fault: FunctionFault): void => {
    alive = false;
    settle({ kind: "failed", ...fault });
  };
  worker.on("message", (message: FromWorker) => {
    if ("log" in message && message.log !== "") options.print(message.log);
    if (message.kind === "succeeded") {
      void sendPart(pending?.call.sink, message.lastPart);
      settle({ kind: "succeeded", payload: message.result });
    } else if (message.kind === "failed") settle({ kind: "failed", ...pickFault(message) });
    else if (message.kind === "part") void forward(worker, pending?.call.sink, message);
  });
  worker.on("error", (error) =>
    end({ errorType: error.name, errorMessage: error.message, trace: error.stack }),
  );
  worker.on("exit", (code) =>
    end({ errorType: "Runtime.ExitError", errorMessage: `the function exited with code ${code}` }),
  );
  return {
    isAlive: () => alive,
    async close() {
      alive = false;
      await worker.terminate();
    },
    invoke: (call) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          alive = false;
          settle({ kind: "timeout" });
          void worker.terminate();
        }, options.timeoutSeconds * 1000);
        pending = {
          call,
          settle(outcome) {
            clearTimeout(timer);
            resolve(outcome);
          },
        };
        worker.postMessage(toMessage(call, options.timeoutSeconds));
      }),
  };
}

function startWorker({ name, environment, memoryMegabytes, folder, handler }: InstanceOptions): Worker {
  const workerData: WorkerSettings = {
    folder,
    handler,
    functionName: name,
    functionArn: functionArn(name),
    memoryMegabytes,
  };
  return new Worker(new URL("./worker.ts", import.meta.url), {
    name,
    workerData,
    env: environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMegabytes,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
    },
  });
}

const toMessage = (
  { requestId, event, traceHeader, sink }: InstanceCall,
  timeoutSeconds: number,
): InvokeMessage => ({
  kind: "invoke",
  requestId,
  event,
  traceHeader,
  deadline: Date.now() + timeoutSeconds * 1000,
  isStreaming: sink !== undefined,
});

const pickFault = ({ errorType, errorMessage, trace }: FunctionFault): FunctionFault => ({
  errorType,
  errorMessage,
  trace,
});

/** Forwards a part of a streamed response, and notifies the worker when the client has received it. */
async function forward(worker: Worker, sink: StreamSink | undefined, part: StreamPart): Promise<void> {
  await sendPart(sink, part);
  const sent: ChunkSentMessage = { kind: "chunkSent" };
  worker.postMessage(sent);
}

async function sendPart(sink: StreamSink | undefined, { prelude, chunk }: StreamPart = {}): Promise<void> {
  if (prelude !== undefined) sink?.prelude(prelude);
  if (chunk !== undefined) await sink?.chunk(chunk);
}
