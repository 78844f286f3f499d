import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { FromWorker, FunctionFault, InvokeMessage, ToWorker, WorkerSettings } from "./messages.ts";
import { awslambda, ResponseStream, STREAMING } from "./response-stream.ts";

type Handler = (...args: unknown[]) => unknown;

/** Lambda's limit of a buffered answer. */
const LARGEST_RESULT = 6_291_556;

const settings: WorkerSettings = workerData;
let printed = "";
let stream: ResponseStream | undefined;
let handler: Handler | undefined;

const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

const takePrinted = (): string => {
  const log = printed;
  printed = "";
  return log;
};

/** Keeps what the function prints and sends it along with its answer: one message less a call. */
function capture(chunk: string | Uint8Array): boolean {
  printed += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
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
  return exported as Handler;
}

function contextOf({ requestId, deadline }: InvokeMessage): object {
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
  const result = JSON.stringify((await run(JSON.parse(call.event), contextOf(call))) ?? null);
  if (Buffer.byteLength(result) > LARGEST_RESULT) {
    const error = new Error("Response payload size exceeded maximum allowed payload size (6291556 bytes).");
    error.name = "Function.ResponseSizeTooLarge";
    throw error;
  }
  return result;
}

async function runStreaming(call: InvokeMessage, run: Handler): Promise<void> {
  const outlet = {
    prelude: (prelude: string) => post({ kind: "prelude", prelude }),
    chunk: (chunk: Uint8Array<ArrayBuffer>) => post({ kind: "chunk", chunk }, [chunk.buffer]),
  };
  const response = new ResponseStream(outlet);
  stream = response;
  response.on("error", () => undefined);
  try {
    await run(JSON.parse(call.event), response, contextOf(call));
    if (!response.writableFinished) await new Promise<void>((resolve) => response.end(resolve));
    if (response.errored) throw response.errored;
  } finally {
    response.flush();
    stream = undefined;
  }
}

async function invoke(call: InvokeMessage): Promise<void> {
  try {
    handler ??= await loadHandler();
    const streams = STREAMING in handler;
    if (streams !== call.streaming) throw new Error(`the handler ${streams ? "streams" : "does not stream"}`);
    const result = streams ? await runStreaming(call, handler) : await runBuffered(call, handler);
    post({ kind: "answered", result: result ?? "", log: takePrinted() });
  } catch (error) {
    const fault = faultOf(error);
    console.error(JSON.stringify({ level: "ERROR", requestId: call.requestId, ...fault }));
    post({ kind: "failed", ...fault, log: takePrinted() });
  }
}

const faultOf = (error: unknown): FunctionFault =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: error.stack }
    : { errorType: "object", errorMessage: String(error) };

/** Handlers that were stopped between two calls print without an answer to print along with. */
process.on("exit", () => post({ kind: "printed", log: takePrinted() }));
process.stdout.write = capture;
process.stderr.write = capture;
Object.assign(globalThis, { awslambda });
parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "taken") stream?.taken();
  else void invoke(message);
});
