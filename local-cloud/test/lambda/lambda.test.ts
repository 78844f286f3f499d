import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { StreamSink } from "#local-cloud/lambda/instance.ts";
import { createLambda, type Lambda } from "#local-cloud/lambda/lambda.ts";

const MODULE = `
const events = [];
export const echo = async (event, context) => ({ event, name: context.functionName, left: context.getRemainingTimeInMillis() > 0 });
export const remember = async (event) => [...events, events.push(event)].length;
export const environment = async () => ({ own: process.env.OWN, path: process.env.PATH, keyId: process.env.AWS_ACCESS_KEY_ID });
export const fail = async () => { throw new TypeError("no such thing"); };
export const exit = async (code) => { if (code !== null) process.exit(code); return "alive"; };
export const crash = async () => { setImmediate(() => { throw new Error("out of the blue"); }); return new Promise(() => {}); };
export const hang = async (hangs) => (hangs ? new Promise(() => {}) : "quick");
export const spin = async () => { for (;;); };
export const print = async (event) => { console.log("first"); console.error("second %s", event); process.stdout.write("third\\n"); };
export const large = async (size) => "x".repeat(size);
const instance = crypto.randomUUID();
let running = 0;
export const slow = async () => {
  running += 1;
  const runningCalls = running;
  await new Promise((resolve) => setTimeout(resolve, 60));
  running -= 1;
  return { runningCalls, instance };
};
export const lines = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { a: "b" } });
  for (const line of event) http.write(line);
  http.end();
});
export const failLate = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  http.write("started");
  throw new Error("failed in the middle");
});
export const flood = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  let written = 0;
  for (; written < event.chunks && http.write("x".repeat(65536)); written += 1);
  console.log("stopped at " + written);
  await new Promise((resolve) => http.once("drain", resolve));
  http.end();
});
`;

const EXPORTS = [...MODULE.matchAll(/export const (\w+)/g)].map(([, name = ""]) => name);
let lambda: Lambda;
let logFile: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "lambda-"));
  await writeFile(join(folder, "index.mjs"), MODULE);
  logFile = join(folder, "functions.log");
  lambda = createLambda({
    functions: EXPORTS.map((name) => ({
      name,
      id: `test.${name}`,
      folder,
      handler: `index.${name}`,
      role: "",
      timeoutSeconds: name === "hang" || name === "spin" ? 1 : 20,
      memoryMegabytes: 128,
      environment: { OWN: name },
      allowsRecursion: false,
    })),
    environment: ({ name }) => ({ AWS_ACCESS_KEY_ID: name }),
    maxInstances: () => 3,
    logFile,
    compileCache: join(folder, "cache"),
  });
});

afterAll(() => lambda.close());

const invoke = async (name: string, event: unknown = null): Promise<unknown> => {
  const outcome = await lambda.invoke(name, JSON.stringify(event));
  return outcome.kind === "succeeded" ? JSON.parse(outcome.payload) : outcome;
};

describe("a function", () => {
  it("receives its event and a context, and returns JSON", async () => {
    expect(await invoke("echo", { a: [1, null] })).toEqual({
      event: { a: [1, null] },
      name: "echo",
      left: true,
    });
  });

  it("keeps its memory between calls", async () => {
    await invoke("remember", 1);
    expect(await invoke("remember", 2)).toBe(2);
  });

  it("has its own environment variables, and none of the process that it runs in", async () => {
    expect(await invoke("environment")).toEqual({ own: "environment", keyId: "environment" });
  });

  it("reports the error it threw", async () => {
    const fault = { kind: "failed", errorType: "TypeError", errorMessage: "no such thing" };
    expect(await invoke("fail")).toMatchObject(fault);
  });

  it("is started again after it exited", async () => {
    expect(await invoke("exit", 3)).toMatchObject({
      kind: "failed",
      errorMessage: "the function exited with code 3",
    });
    expect(await invoke("exit")).toBe("alive");
  });

  it("fails its call when it throws outside of the call's promise", async () => {
    expect(await invoke("crash")).toMatchObject({ kind: "failed", errorMessage: "out of the blue" });
  });

  it("is killed at its timeout, waiting or computing, and started again", async () => {
    expect(await invoke("hang", true)).toEqual({ kind: "timeout" });
    expect(await invoke("spin")).toEqual({ kind: "timeout" });
    expect(await invoke("hang", false)).toBe("quick");
  });

  it("can't return more than Lambda allows", async () => {
    expect(await invoke("large", 7_000_000)).toMatchObject({ errorType: "Function.ResponseSizeTooLarge" });
    expect(await invoke("large", 6_000_000)).toHaveLength(6_000_000);
  });

  it("has its output in memory and in the log", async () => {
    await invoke("print", "x");
    expect(lambda.logs("test.print")).toEqual(["first", "second x", "third"]);
    await vi.waitFor(async () => expect(await readFile(logFile, "utf8")).toContain("test.print second x\n"));
  });

  it("runs one call at a time in each of at most three instances", async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => invoke("slow")));
    expect(new Set(results.map((result) => Object(result).runningCalls))).toEqual(new Set([1]));
    expect(new Set(results.map((result) => Object(result).instance)).size).toBe(3);
  });

  it("has capacity when no call waits for an instance", async () => {
    let finished = 0;
    const calls = Array.from({ length: 8 }, () => invoke("slow").then(() => (finished += 1)));
    await lambda.waitForCapacity("slow");
    const finishedBeforeCapacity = finished;
    await Promise.all(calls);
    expect(finishedBeforeCapacity).toBeGreaterThanOrEqual(4);
  });
});

describe("a streaming function", () => {
  const collect = () => {
    const collected = { prelude: "", text: "" };
    const sink: StreamSink = {
      prelude: (json) => {
        collected.prelude = json;
      },
      chunk: async (bytes) => {
        collected.text += Buffer.from(bytes).toString();
      },
    };
    return { collected, sink };
  };

  it("sends its prelude, then its chunks", async () => {
    const { collected, sink } = collect();
    const outcome = await lambda.invoke("lines", '["one ","two"]', { sink });
    expect(outcome).toEqual({ kind: "succeeded", payload: "" });
    expect(collected).toEqual({ prelude: '{"statusCode":201,"headers":{"a":"b"}}', text: "one two" });
  });

  it("sends what it wrote before it threw", async () => {
    const { collected, sink } = collect();
    expect(await lambda.invoke("failLate", "null", { sink })).toMatchObject({ kind: "failed" });
    expect(collected.text).toBe("started");
  });

  it("waits while the client does not read its chunks", async () => {
    const { promise: drained, resolve: drain } = Promise.withResolvers<void>();
    const chunk = vi.fn(() => drained);
    const done = lambda.invoke("flood", '{"chunks":1000}', { sink: { prelude: () => {}, chunk } });
    await vi.waitFor(() => expect(chunk).toHaveBeenCalledTimes(1), 5_000);
    drain();
    expect(await done).toMatchObject({ kind: "succeeded" });
    expect(lambda.logs("test.flood")).toEqual(["stopped at 3"]);
  });

  it("can't be called for a buffered response, nor a buffered function for a stream", async () => {
    expect(await invoke("lines", [])).toMatchObject({ kind: "failed" });
    expect(await lambda.invoke("echo", "{}", { sink: collect().sink })).toMatchObject({ kind: "failed" });
  });
});
