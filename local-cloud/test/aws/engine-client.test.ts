import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { EngineClient } from "#local-cloud/aws/engine-client.ts";

/** Starts a server with this listener, and returns a client of it. */
async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const client = new EngineClient(`http://127.0.0.1:${port}`);
  onTestFinished(() => {
    client.close();
    server.close();
  });
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  return { client, connections: () => connections };
}

const call = async (client: EngineClient, body: string): Promise<string> =>
  (await client.call("DynamoDB_20120810.GetItem", Buffer.from(body))).body.toString();

test("sequential calls share a connection, concurrent calls don't", async () => {
  const { client, connections } = await startServer(async (request, response) => {
    response.end(`${request.headers["x-amz-target"]} ${await text(request)}`);
  });
  expect(await call(client, "one")).toBe("DynamoDB_20120810.GetItem one");
  expect(await call(client, "two")).toBe("DynamoDB_20120810.GetItem two");
  expect(connections()).toBe(1);
  const bodies = ["three", "four", "five"];
  expect(await Promise.all(bodies.map((body) => call(client, body)))).toEqual(
    bodies.map((body) => `DynamoDB_20120810.GetItem ${body}`),
  );
  expect(connections()).toBe(3);
});

test("a closed connection is not reused", async () => {
  const { client, connections } = await startServer((_request, response) => {
    response.setHeader("connection", "close").end("ok");
  });
  expect(await call(client, "one")).toBe("ok");
  expect(await call(client, "two")).toBe("ok");
  expect(connections()).toBe(2);
});

test("a call without a response rejects", async () => {
  const { client } = await startServer((request) => request.socket.destroy());
  await expect(call(client, "one")).rejects.toThrow();
  const unreachable = new EngineClient("http://127.0.0.1:9");
  await expect(call(unreachable, "one")).rejects.toThrow("ECONNREFUSED");
});
