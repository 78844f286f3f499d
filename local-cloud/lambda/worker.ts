import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type {
  FromWorker,
  FunctionFault,
  InvokeMessage,
  StreamPart,
  ToWorker,
  WorkerSettings,
} from "./messages.ts";
import { awslambda, ResponseStream, STREAMING } from "./response-stream.ts";

type Handler = (...args: unknown[]) => unknown;

/** Lambda's limit for a buffered response. */
const MAX_RESULT_BYTES = 6_291_556;

const settings: WorkerSettings = workerData;
let output = "";
let stream: ResponseStream | undefined;
let handler: Handler | undefined;

/** Sends a message, and the bytes in a part of a response stream without copying them. */
const post = (message: FromWorker, part: StreamPart = {}): void =>
  parentPort?.postMessage(message, part.chunk ? [part.chunk.buffer] : []);

const drainOutput = (): string => {
  const log = output;
  output = "";
  return log;
};

/** Buffers the function's output, which is sent with its result: one message less per call. */
function captureOutput(chunk: string | Uint8Array): boolean {
  output += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  return true;
}

async function loadHandler(): Promise<Handler> {
  const [module = "", name = ""] = settings.handler.split(".");
  const candidates = [`${module}.mjs`, `${module}.js`, `${module}.cjs`].map((file) =>
    join(settings.folder, file),
  );
  const file = candidates.find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`Cannot find module '${module}' in ${settings.folder}`);
  const exported: unknown = (await import(pathToFileURL(file).href))[name];
  if (typeof exported !== "function") throw new Error(`${settings.handler} is undefined or not exported`);
  // Otherwise the cache is written when the thread ends, and never if the process is killed.
  flushCompileCache();
  return exported as Handler;
}

function buildContext({ requestId, deadline }: InvokeMessage): object {
  const { functionName, functionArn, memoryMegabytes } = settings;
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memoryMegabytes),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

async function runBuffered(call: InvokeMessage, run: Handler): Promise<string> {
  const result = JSON.stringify((await run(JSON.parse(call.event), buildContext(call))) ?? null);
  if (Buffer.byteLength(result) > MAX_RESULT_BYTES) {
    const error = new Error("Response payload size exceeded maximum allowed payload size (6291556 bytes).");
    error.name = "Function.ResponseSizeTooLarge";
    throw error;
  }
  return result;
}

/** Returns the last part of the response, which is sent with the result. */
async function runStreaming(call: InvokeMessage, run: Handler): Promise<StreamPart> {
  const response = new ResponseStream((part) => post({ kind: "part", ...part }, part));
  stream = response;
  response.on("error", () => undefined);
  try {
    await run(JSON.parse(call.event), response, buildContext(call));
    if (!response.writableFinished) await new Promise<void>((resolve) => response.end(resolve));
    if (response.errored) throw response.errored;
    return response.takePart();
  } finally {
    response.flush();
    stream = undefined;
  }
}

async function invoke(call: InvokeMessage): Promise<void> {
  process.env["_X_AMZN_TRACE_ID"] = call.traceHeader;
  try {
    handler ??= await loadHandler();
    const isStreaming = STREAMING in handler;
    if (isStreaming !== call.isStreaming)
      throw new Error(`the handler ${isStreaming ? "streams" : "does not stream"}`);
    const lastPart = isStreaming ? await runStreaming(call, handler) : undefined;
    const result = isStreaming ? "" : await runBuffered(call, handler);
    post({ kind: "succeeded", result, lastPart, log: drainOutput() }, lastPart);
  } catch (error) {
    const fault = toFault(error);
    console.error(JSON.stringify({ level: "ERROR", requestId: call.requestId, ...fault }));
    post({ kind: "failed", ...fault, log: drainOutput() });
  }
}

const toFault = (error: unknown): FunctionFault =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: error.stack }
    : { errorType: "object", errorMessage: String(error) };

/** Sends the output that no result was sent with, for example of a handler that exits between two calls. */
process.on("exit", () => post({ kind: "log", log: drainOutput() }));
process.stdout.write = captureOutput;
process.stderr.write = captureOutput;
Object.assign(globalThis, { awslambda });
parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "chunkSent") stream?.chunkSent();
  else void invoke(message);
});
