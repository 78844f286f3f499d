import dns from "node:dns";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { awsSettings } from "#lib/platform/aws-settings.ts";

const CALLS = 120;

/** Starts a service, and creates a client of it whose attempts time out after `attemptMs`. */
async function clientOf(attemptMs: number, listener: RequestListener): Promise<DynamoDBClient> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", `http://127.0.0.1:${port}`).stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test").stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  return new DynamoDBClient(awsSettings("DYNAMODB", attemptMs));
}

const listTables = (client: DynamoDBClient) => client.send(new ListTablesCommand());

/** Starts more calls than a client has connections or retries. */
const manyCalls = (client: DynamoDBClient): Promise<unknown>[] =>
  Array.from({ length: CALLS }, () => listTables(client));

/** Blocks the event loop. */
const stall = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

test("no call times out while the process is busy", async () => {
  let requests = 0;
  const client = await clientOf(3_000, (_, response) => {
    requests += 1;
    response.end("{}");
  });
  await listTables(client);
  const calls = manyCalls(client);
  await turn();
  stall(2_100);
  await Promise.all(calls);
  expect(requests).toBe(CALLS + 1);
});

test("no call times out while it waits for other calls of its client", async () => {
  const waiting: (() => void)[] = [];
  let requests = 0;
  let mostAtOnce = 0;
  const client = await clientOf(2_000, (_, response) => {
    requests += 1;
    waiting.push(() => response.end("{}"));
    mostAtOnce = Math.max(mostAtOnce, waiting.length);
    // Eight rounds of this take longer than the timeout.
    setTimeout(() => waiting.shift()?.(), 300);
  });
  await Promise.all(manyCalls(client));
  expect(requests).toBe(CALLS);
  expect(mostAtOnce).toBe(16);
});

test("a call without a response times out and is sent again", async () => {
  let requests = 0;
  const client = await clientOf(100, (_, response) => {
    requests += 1;
    if (requests > 1) response.end("{}");
  });
  await listTables(client);
  expect(requests).toBe(2);
});

test("a call that never gets a response fails with a timeout", async () => {
  const client = await clientOf(100, () => undefined);
  await expect(listTables(client)).rejects.toMatchObject({ name: "TimeoutError" });
});

describe("an error of the service", () => {
  /** A service that returns these responses in turn, and then always the last one. */
  async function responding(
    ...responses: [status: number, body: string, headers?: Record<string, string>][]
  ) {
    const requests: IncomingMessage[] = [];
    const client = await clientOf(2_000, (request, response) => {
      requests.push(request);
      const [status, body, headers] = responses[requests.length - 1] ?? responses.at(-1) ?? [500, ""];
      response.writeHead(status, headers).end(body);
    });
    return { client, requests };
  }
  const errorText = (type: string, message: string, details = {}): string =>
    JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...details });

  test("is thrown with its type, message and details", async () => {
    const { client, requests } = await responding([
      400,
      errorText("ConditionalCheckFailedException", "The conditional request failed", {
        Item: { a: { S: "b" } },
      }),
    ]);
    await expect(listTables(client)).rejects.toMatchObject({
      name: "ConditionalCheckFailedException",
      message: "The conditional request failed",
      Item: { a: { S: "b" } },
      $metadata: { httpStatusCode: 400 },
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["too many requests", 400, errorText("ThrottlingException", "Rate exceeded")],
    ["an internal error of the service", 500, errorText("InternalServerError", "Internal server error")],
    ["a response that is not of the service", 503, "<html>"],
  ])("is repeated after %s", async (_, status, body) => {
    const { client, requests } = await responding([status, body], [200, '{"TableNames":[]}']);
    expect(await listTables(client)).toMatchObject({ TableNames: [] });
    expect(requests).toHaveLength(2);
  });

  test("is thrown after three attempts", async () => {
    const { client, requests } = await responding([
      500,
      "",
      { "x-amzn-errortype": "Broken:http://internal/" },
    ]);
    await expect(listTables(client)).rejects.toMatchObject({ name: "Broken" });
    expect(requests).toHaveLength(3);
  });

  test("because of a wrong clock is repeated with the time of the service", async () => {
    const date = new Date("2040-01-01T00:00:00Z").toUTCString();
    const { client, requests } = await responding(
      [400, errorText("InvalidSignatureException", "Signature not yet current"), { date }],
      [200, "{}"],
    );
    await listTables(client);
    expect(requests[1]?.headers["x-amz-date"]).toMatch(/^20400101T0000/);
  });
});

test("a connection that breaks is replaced, and the call repeated", async () => {
  let requests = 0;
  const client = await clientOf(2_000, (request, response) => {
    requests += 1;
    if (requests === 2) request.socket.destroy();
    else response.end("{}");
  });
  await listTables(client);
  await listTables(client);
  expect(requests).toBe(3);
});

test("after a freeze, a call loses at most one attempt on idle connections that no longer respond", async () => {
  const deadSockets = new Set<Socket>();
  let isFrozen = false;
  let requests = 0;
  const client = await clientOf(100, ({ socket }, response) => {
    requests += 1;
    if (!isFrozen) deadSockets.add(socket);
    if (!isFrozen || !deadSockets.has(socket)) setTimeout(() => response.end("{}"), 20);
  });
  await Promise.all(Array.from({ length: 16 }, () => listTables(client)));
  expect(deadSockets.size).toBe(16);
  [isFrozen, requests] = [true, 0];
  await listTables(client);
  expect(requests).toBe(2);
});

test("a call that times out does not end other calls", async () => {
  let requests = 0;
  const client = await clientOf(1_500, (_, response) => {
    requests += 1;
    // Of the calls after the connections are open, the second one gets no response; the first one is slow.
    if (requests !== 4) setTimeout(() => response.end("{}"), requests > 2 ? 750 : 20);
  });
  await Promise.all([listTables(client), listTables(client)]);
  expect(await Promise.all([listTables(client), listTables(client)])).toHaveLength(2);
  expect(requests).toBe(5);
});

test("a call has the trace id of its invocation", async () => {
  const traces: unknown[] = [];
  const client = await clientOf(2_000, ({ headers }, response) => {
    traces.push(headers["x-amzn-trace-id"]);
    response.end("{}");
  });
  await listTables(client);
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "Almanac-Function").stubEnv("_X_AMZN_TRACE_ID", "Root=1-2-3");
  await listTables(client);
  expect(traces).toEqual([undefined, "Root=1-2-3"]);
});

describe("without a configured address", () => {
  const lookUp = () => vi.spyOn(dns, "lookup").mockReturnValue(undefined);

  /** Creates a client of AWS itself, whose host names are never resolved. */
  function clientOfAws(region: string): DynamoDBClient {
    vi.stubEnv("AWS_REGION", region).stubEnv("AWS_ENDPOINT_URL", undefined);
    vi.stubEnv("AWS_ACCESS_KEY_ID", "test").stubEnv("AWS_SECRET_ACCESS_KEY", "test");
    return new DynamoDBClient(awsSettings("DYNAMODB", 100));
  }

  test("a call whose connection is not established fails with a timeout", async () => {
    const lookup = lookUp();
    await expect(listTables(clientOfAws("eu-west-1"))).rejects.toMatchObject({ name: "TimeoutError" });
    expect(lookup).toHaveBeenCalledTimes(3);
  });

  test.each([
    ["eu-west-1", {}, "dynamodb.eu-west-1.amazonaws.com"],
    ["cn-north-1", {}, "dynamodb.cn-north-1.amazonaws.com.cn"],
    ["eusc-de-east-1", {}, "dynamodb.eusc-de-east-1.amazonaws.eu"],
    ["us-east-1", { AWS_USE_FIPS_ENDPOINT: "true" }, "dynamodb-fips.us-east-1.amazonaws.com"],
    ["eu-west-1", { AWS_USE_DUALSTACK_ENDPOINT: "true" }, "dynamodb.eu-west-1.api.aws"],
  ])("a call in %s with %j goes to %s", async (region, variables, host) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const lookup = lookUp();
    await expect(listTables(clientOfAws(region))).rejects.toThrow();
    expect(lookup.mock.calls[0]?.[0]).toBe(host);
  });
});
