import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { StreamSink } from "#infra/local/lambda/instance.ts";
import { createLambda, type Lambda } from "#infra/local/lambda/lambda.ts";

const MODULE = `
const seen = [];
export const echo = async (event, context) => ({ event, name: context.functionName, left: context.getRemainingTimeInMillis() > 0 });
export const remember = async (event) => [...seen, seen.push(event)].length;
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
export const together = async () => {
  running += 1;
  const together = running;
  await new Promise((resolve) => setTimeout(resolve, 60));
  running -= 1;
  return { together, instance };
};
export const lines = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { a: "b" } });
  for (const line of event) http.write(line);
  http.end();
});
export const torn = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  http.write("begun");
  throw new Error("lost the thread");
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
  return outcome.kind === "answered" ? JSON.parse(outcome.payload) : outcome;
};

describe("a function", () => {
  it("gets its event and a context, and answers JSON", async () => {
    expect(await invoke("echo", { a: [1, null] })).toEqual({
      event: { a: [1, null] },
      name: "echo",
      left: true,
    });
  });

  it("keeps its memory from call to call", async () => {
    await invoke("remember", 1);
    expect(await invoke("remember", 2)).toBe(2);
  });

  it("has its own environment and nothing of the process it runs in", async () => {
    expect(await invoke("environment")).toEqual({ own: "environment", keyId: "environment" });
  });

  it("reports what it threw", async () => {
    const fault = { kind: "failed", errorType: "TypeError", errorMessage: "no such thing" };
    expect(await invoke("fail")).toMatchObject(fault);
  });

  it("is made again after it left the process", async () => {
    expect(await invoke("exit", 3)).toMatchObject({
      kind: "failed",
      errorMessage: "the function exited with code 3",
    });
    expect(await invoke("exit")).toBe("alive");
  });

  it("fails its call when it crashes beside it", async () => {
    expect(await invoke("crash")).toMatchObject({ kind: "failed", errorMessage: "out of the blue" });
  });

  it("is killed at its timeout, waiting or computing, and made again", async () => {
    expect(await invoke("hang", true)).toEqual({ kind: "timeout" });
    expect(await invoke("spin")).toEqual({ kind: "timeout" });
    expect(await invoke("hang", false)).toBe("quick");
  });

  it("cannot answer more than Lambda carries", async () => {
    expect(await invoke("large", 7_000_000)).toMatchObject({ errorType: "Function.ResponseSizeTooLarge" });
    expect(await invoke("large", 6_000_000)).toHaveLength(6_000_000);
  });

  it("leaves what it printed in memory and in the log", async () => {
    await invoke("print", "x");
    expect(lambda.logs("test.print")).toEqual(["first", "second x", "third"]);
    await vi.waitFor(async () => expect(await readFile(logFile, "utf8")).toContain("test.print second x\n"));
  });

  it("runs one call at a time in each of at most three instances", async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => invoke("together")));
    expect(new Set(results.map((result) => Object(result).together))).toEqual(new Set([1]));
    expect(new Set(results.map((result) => Object(result).instance)).size).toBe(3);
  });

  it("has room once no call waits for an instance", async () => {
    let answered = 0;
    const calls = Array.from({ length: 8 }, () => invoke("together").then(() => (answered += 1)));
    await lambda.room("together");
    const answeredBeforeRoom = answered;
    await Promise.all(calls);
    expect(answeredBeforeRoom).toBeGreaterThanOrEqual(4);
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
    const outcome = await lambda.invoke("lines", '["one ","two"]', sink);
    expect(outcome).toEqual({ kind: "answered", payload: "" });
    expect(collected).toEqual({ prelude: '{"statusCode":201,"headers":{"a":"b"}}', text: "one two" });
  });

  it("fails after what it had written when it throws", async () => {
    const { collected, sink } = collect();
    expect(await lambda.invoke("torn", "null", sink)).toMatchObject({ kind: "failed" });
    expect(collected.text).toBe("begun");
  });

  it("waits while the client does not take its chunks", async () => {
    const { promise: room, resolve: makeRoom } = Promise.withResolvers<void>();
    const chunk = vi.fn(() => room);
    const done = lambda.invoke("flood", '{"chunks":1000}', { prelude: () => {}, chunk });
    await vi.waitFor(() => expect(chunk).toHaveBeenCalledTimes(1), 5_000);
    makeRoom();
    expect(await done).toMatchObject({ kind: "answered" });
    expect(lambda.logs("test.flood")).toEqual(["stopped at 3"]);
  });

  it("cannot be called for a buffered answer, nor the other way round", async () => {
    expect(await invoke("lines", [])).toMatchObject({ kind: "failed" });
    expect(await lambda.invoke("echo", "{}", collect().sink)).toMatchObject({ kind: "failed" });
  });
});
