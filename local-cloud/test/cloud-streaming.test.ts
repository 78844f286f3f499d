import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { call } from "#local-cloud/testing/http-client.ts";
import { calls, streams } from "./assembly-builder.ts";
import { runningCloud } from "./running-cloud.ts";

const streaming = (body: string): string =>
  `export const handler = awslambda.streamifyResponse(async (event, stream) => { ${body} });`;

const cloud = runningCloud({
  functions: {
    Lines: {
      code: streaming(`
        const { prelude, lines, fails } = JSON.parse(event.body ?? '{"prelude":{"headers":{"X-A":"b"}},"lines":["abc"]}');
        const http = prelude === null ? stream : awslambda.HttpResponseStream.from(stream, prelude);
        if (fails === "early") throw new Error("early");
        for (const line of lines) http.write(line);
        if (fails === "late") throw new Error("late");
        http.end();`),
    },
    Endless: {
      code: streaming(`
        const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
        const chunk = "x".repeat(65536);
        for (let written = 0; written < 1600; written += 1) {
          if (!http.write(chunk)) await new Promise((resolve) => http.once("drain", resolve));
          if (written % 100 === 0) console.log(String(written));
        }
        http.end();`),
      // More than the time that 100 MB take on a busy machine.
      timeoutSeconds: 120,
    },
    Plain: { code: "export const handler = async () => ({ statusCode: 200 });" },
  },
  paths: {
    "/lines": { get: streams("Lines"), head: streams("Lines"), post: streams("Lines") },
    "/endless": { get: streams("Endless") },
    "/plain": { get: streams("Plain") },
    "/buffered": { get: calls("Lines") },
  },
});

const post = (body: object) =>
  call(`${cloud().baseUrl}/lines`, { method: "POST", body: JSON.stringify(body) });

async function startRequest(path: string): Promise<IncomingMessage> {
  const outgoing = request(`${cloud().baseUrl}${path}`, { agent: false }).end();
  const [incoming] = await once(outgoing, "response");
  return incoming;
}

describe("a streamed response", () => {
  it("has the status, headers and cookies of its prelude", async () => {
    const prelude = {
      statusCode: 203,
      headers: { "X-A": "b", "WWW-Authenticate": "c" },
      cookies: ["d=1", "e=2"],
    };
    const { status, headers, text } = await post({ prelude, lines: ["one ", "two"] });
    expect({ status, text }).toEqual({ status: 203, text: "one two" });
    expect(headers).toMatchObject({
      "x-a": "b",
      "x-amzn-remapped-www-authenticate": "c",
      "transfer-encoding": "chunked",
      "set-cookie": ["d=1", "e=2"],
    });
  });

  it("has only headers for HEAD", async () => {
    const { headers, text } = await call(`${cloud().baseUrl}/lines`, { method: "HEAD" });
    expect([headers["x-a"], text]).toEqual(["b", ""]);
  });

  it("is an error response if the function fails before its first byte", async () => {
    const { status, aborted } = await post({ prelude: { statusCode: 200 }, lines: [], fails: "early" });
    expect({ status, aborted }).toEqual({ status: 502, aborted: false });
  });

  it("is aborted if the function fails after its first byte", async () => {
    const { status, aborted } = await post({
      prelude: { statusCode: 200 },
      lines: ["started"],
      fails: "late",
    });
    expect({ status, aborted }).toEqual({ status: 200, aborted: true });
  });

  it("is a fault without a prelude, from a buffered function, or in a buffered integration", async () => {
    const statuses = [
      (await post({ prelude: null, lines: ["raw"] })).status,
      (await call(`${cloud().baseUrl}/plain`)).status,
      (await call(`${cloud().baseUrl}/buffered`)).status,
    ];
    expect(statuses).toEqual([502, 502, 502]);
  });

  it("is not sent faster than the client reads, and may be larger than a buffered one", async () => {
    const incoming = await startRequest("/endless");
    await vi.waitFor(() => expect(incoming.readableLength).toBeGreaterThan(0));
    expect(cloud().logs("Endless")).toEqual([]);
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await once(incoming, "end");
    expect(bytes).toBe(1600 * 65_536);
    await vi.waitFor(() => expect(cloud().logs("Endless")).toHaveLength(16));
  });

  it("runs to its end if the client disconnects, and then the function is free", async () => {
    (await startRequest("/endless")).destroy();
    const incoming = await startRequest("/endless");
    await once(incoming.resume(), "end");
    expect(incoming.complete).toBe(true);
  });
});
