/**
 * Loads a function and calls it with its first event, as the Lambda runtime does with a cold function. Prints one line
 * of JSON: milliseconds from the start of the process until it was ready, those of the first call, memory when ready.
 * Plain JavaScript that imports nothing: what this file loads would count for the function.
 */
const [module = "", eventFile = ""] = process.argv.slice(2);
const streaming = new WeakSet();
globalThis.awslambda = {
  streamifyResponse(handler) {
    streaming.add(handler);
    return handler;
  },
  HttpResponseStream: { from: (stream, prelude) => Object.assign(stream, { prelude }) },
};

const { handler } = await import(module);
const ready = performance.now();
const rss = process.memoryUsage.rss();

const event = JSON.parse(process.getBuiltinModule("node:fs").readFileSync(eventFile, "utf8"));
const context = { awsRequestId: "first", functionName: "function", getRemainingTimeInMillis: () => 30_000 };
const calledAt = performance.now();
const answer = await (streaming.has(handler) ? callStreaming() : handler(event, context));
const firstCall = performance.now() - calledAt;
const undici = process.moduleLoadList.some((name) => name.includes("internal/deps/undici"));
const { statusCode = 200, batchItemFailures = [] } = answer ?? {};
const failed = statusCode >= 500 || batchItemFailures.length > 0;
console.log(JSON.stringify({ ready, firstCall, rss, undici, statusCode, failed }));
process.exit(0);

async function callStreaming() {
  const { Writable } = process.getBuiltinModule("node:stream");
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  await handler(event, stream, context);
  return stream.prelude;
}
