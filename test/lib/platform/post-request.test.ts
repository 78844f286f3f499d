import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { PostSender } from "#lib/platform/post-request.ts";

/** A sender to a server that answers like this. */
async function senderTo(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const sender = new PostSender(new URL(`http://${host}/path`), 5_000);
  onTestFinished(() => {
    sender.close();
    server.close();
  });
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const post = async (body: string | Buffer): Promise<string> =>
    (await sender.send({ headers: { host, "x-test": "yes" }, body })).body.toString();
  return { server, post, connections: () => connections };
}

test("requests in turn share a connection, requests at the same time don't", async () => {
  const { post, connections } = await senderTo(async (request, response) => {
    response.end(`${request.method} ${request.url} ${request.headers["x-test"]} ${await text(request)}`);
  });
  expect(await post("one é")).toBe("POST /path yes one é");
  expect(await post(Buffer.from("two é"))).toBe("POST /path yes two é");
  expect(connections()).toBe(1);
  const bodies = ["three", "four", "five"];
  expect(await Promise.all(bodies.map(post))).toEqual(bodies.map((body) => `POST /path yes ${body}`));
  expect(connections()).toBe(3);
});

test("a connection that the server closes is not used again", async () => {
  const { post, connections } = await senderTo((_request, response) => {
    response.setHeader("connection", "close").end("ok");
  });
  expect(await post("one")).toBe("ok");
  expect(await post("two")).toBe("ok");
  expect(connections()).toBe(2);
});

test("a connection that the server closed while it was idle is not used again", async () => {
  const { server, post, connections } = await senderTo((_request, response) => response.end("ok"));
  await post("one");
  server.closeIdleConnections();
  await pause(50);
  expect(await post("two")).toBe("ok");
  expect(connections()).toBe(2);
});

test("bytes that belong to no request end their connection", async () => {
  const { post, connections } = await senderTo((request, response) => {
    response.end("ok");
    request.socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong");
  });
  expect(await post("one")).toBe("ok");
  await pause(50);
  expect(await post("two")).toBe("ok");
  expect(connections()).toBe(2);
});

test("a response without a length is the last of its connection", async () => {
  const { post, connections } = await senderTo((request) => {
    request.socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  });
  expect(await post("one")).toBe("");
  expect(await post("two")).toBe("");
  expect(connections()).toBe(2);
});

test("a request without a response fails as a broken connection", async () => {
  const { post } = await senderTo((request) => request.socket.end());
  await expect(post("one")).rejects.toMatchObject({ code: "ECONNRESET" });
  const nobody = new PostSender(new URL("http://127.0.0.1:9"), 5_000);
  await expect(nobody.send({ headers: {}, body: "" })).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
