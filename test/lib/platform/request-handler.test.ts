import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { RequestHandler } from "#lib/platform/request-handler.ts";

const CALLS = 120;

/** A client whose calls are given up after so many milliseconds, and a service that answers as told. */
async function clientOf(requestMs: number, listener: RequestListener): Promise<DynamoDBClient> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    requestHandler: new RequestHandler(requestMs),
  });
}

/** More calls than a client has connections, and than it sends again. */
const manyCalls = (client: DynamoDBClient): Promise<unknown>[] =>
  Array.from({ length: CALLS }, () => client.send(new ListTablesCommand({})));

/** Keeps the event loop from running. */
const stall = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

test("no call is given up because the process was busy meanwhile", async () => {
  let requests = 0;
  const client = await clientOf(2_000, (_, response) => {
    requests += 1;
    response.end("{}");
  });
  await client.send(new ListTablesCommand({}));
  const calls = manyCalls(client);
  await turn();
  stall(2_100);
  await Promise.all(calls);
  expect(requests).toBe(CALLS + 1);
});

test("no call is given up because it waited for the others of its client", async () => {
  const waiting: (() => void)[] = [];
  let requests = 0;
  let mostAtOnce = 0;
  const client = await clientOf(2_000, (_, response) => {
    requests += 1;
    waiting.push(() => response.end("{}"));
    mostAtOnce = Math.max(mostAtOnce, waiting.length);
    // Eight rounds of this take longer than a call may.
    setTimeout(() => waiting.shift()?.(), 300);
  });
  await Promise.all(manyCalls(client));
  expect(requests).toBe(CALLS);
  expect(mostAtOnce).toBe(16);
});

test("a call that is not answered is given up, and sent again", async () => {
  let requests = 0;
  const client = await clientOf(100, (_, response) => {
    requests += 1;
    if (requests > 1) response.end("{}");
  });
  await client.send(new ListTablesCommand({}));
  expect(requests).toBe(2);
});

test("a call that is never answered fails as one that took too long", async () => {
  const client = await clientOf(100, () => undefined);
  await expect(client.send(new ListTablesCommand({}))).rejects.toMatchObject({ name: "TimeoutError" });
});
