/**
 * Loads a function and calls it with its first event, as the Lambda runtime does with a cold function, and then as often as asked for.
 * Prints one line of JSON: milliseconds from the start of the process until it was ready, those of the first call, memory when ready, and
 * milliseconds of CPU of each further call.
 * Plain JavaScript that imports nothing: what this file loads would count for the function.
 */
const [module = "", eventFile = "", furtherCalls = "0"] = process.argv.slice(2);
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

const eventText = process.getBuiltinModule("node:fs").readFileSync(eventFile, "utf8");
const context = { awsRequestId: "first", functionName: "function", getRemainingTimeInMillis: () => 30_000 };
const calledAt = performance.now();
let failed = hasFailed(await call());
const firstCall = performance.now() - calledAt;
const undici = process.moduleLoadList.some((name) => name.includes("internal/deps/undici"));
const cpuBefore = process.cpuUsage();
for (let count = 0; count < Number(furtherCalls); count++) failed ||= hasFailed(await call());
const { user, system } = process.cpuUsage(cpuBefore);
const cpu = Number(furtherCalls) > 0 ? (user + system) / 1_000 / Number(furtherCalls) : 0;
console.log(JSON.stringify({ ready, firstCall, rss, undici, cpu, failed }));
process.exit(0);

/** Calls the function with its event, of which it gets a copy of its own. */
async function call() {
  const event = JSON.parse(eventText);
  return streaming.has(handler) ? callStreaming(event) : handler(event, context);
}

/** Whether a response is a failure of the service. */
function hasFailed(answer) {
  const { statusCode = 200, batchItemFailures = [] } = answer ?? {};
  return statusCode >= 500 || batchItemFailures.length > 0;
}

async function callStreaming(event) {
  const { Writable } = process.getBuiltinModule("node:stream");
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  await handler(event, stream, context);
  return stream.prelude;
}
