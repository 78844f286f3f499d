import { Worker } from "node:worker_threads";
import { functionArn } from "#infra/local/template/local-names.ts";
import type { FromWorker, FunctionFault, InvokeMessage, TakenMessage, WorkerSettings } from "./messages.ts";

/** The function an instance runs. */
export interface InstanceOptions {
  name: string;
  folder: string;
  handler: string;
  memoryMegabytes: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Takes what the function prints. */
  print(text: string): void;
}

/** Takes a streamed answer; `chunk` resolves when the client has room for more. */
export interface StreamSink {
  prelude(json: string): void;
  chunk(bytes: Uint8Array): Promise<void>;
}

/** One call of a function; with a `sink` its answer is streamed. */
export interface InstanceCall {
  requestId: string;
  /** The event as JSON. */
  event: string;
  sink?: StreamSink;
}

/** How a call ended. `payload` is the result as JSON; it is empty when the answer was streamed. */
export type Outcome =
  | { kind: "answered"; payload: string }
  | ({ kind: "failed" } & FunctionFault)
  | { kind: "timeout" };

/** One warm execution environment: a thread that runs one call at a time. */
export interface Instance {
  /** False once the thread is gone. */
  isAlive(): boolean;
  invoke(call: InstanceCall): Promise<Outcome>;
  close(): Promise<void>;
}

/** Room for young objects. The default of 48 MB would be filled by every instance before it is first swept. */
const YOUNG_MEGABYTES = 12;

interface Pending {
  call: InstanceCall;
  settle(outcome: Outcome): void;
}

/** Starts an execution environment of a function; its code loads with the first call. */
export function startInstance(options: InstanceOptions): Instance {
  const worker = startWorker(options);
  let alive = true;
  let pending: Pending | undefined;
  const settle = (outcome: Outcome): void => {
    const settled = pending;
    pending = undefined;
    settled?.settle(outcome);
  };
  const die = (fault: FunctionFault): void => {
    alive = false;
    settle({ kind: "failed", ...fault });
  };
  worker.on("message", (message: FromWorker) => {
    if ("log" in message && message.log !== "") options.print(message.log);
    if (message.kind === "answered") settle({ kind: "answered", payload: message.result });
    else if (message.kind === "failed") settle({ kind: "failed", ...faultIn(message) });
    else if (message.kind !== "printed") feed(worker, pending?.call.sink, message);
  });
  worker.on("error", (error) =>
    die({ errorType: error.name, errorMessage: error.message, trace: error.stack }),
  );
  worker.on("exit", (code) =>
    die({ errorType: "Runtime.ExitError", errorMessage: `the function exited with code ${code}` }),
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
        worker.postMessage(invocation(call, options.timeoutSeconds));
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
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
}

const invocation = ({ requestId, event, sink }: InstanceCall, timeoutSeconds: number): InvokeMessage => ({
  kind: "invoke",
  requestId,
  event,
  deadline: Date.now() + timeoutSeconds * 1000,
  streaming: sink !== undefined,
});

const faultIn = ({ errorType, errorMessage, trace }: FunctionFault): FunctionFault => ({
  errorType,
  errorMessage,
  trace,
});

type StreamMessage = Extract<FromWorker, { kind: "prelude" | "chunk" }>;

/** Hands a piece of a streamed answer on, and tells the worker once the client took it. */
function feed(worker: Worker, sink: StreamSink | undefined, message: StreamMessage): void {
  if (message.kind === "prelude") {
    sink?.prelude(message.prelude);
    return;
  }
  const taken: TakenMessage = { kind: "taken" };
  void Promise.resolve(sink?.chunk(message.chunk)).then(() => worker.postMessage(taken));
}
