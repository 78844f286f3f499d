import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type AnswerRequest, jsonAnswer, serveHttp } from "#infra/local/aws/http-server.ts";

/** A connection to a server that answers like this, and all text that it has sent. */
async function connectionTo(answer: AnswerRequest) {
  const http = serveHttp(answer);
  http.server.listen(0, "127.0.0.1");
  await once(http.server, "listening");
  const address = http.server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  onTestFinished(() => http.close());
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes;
  });
  return { socket, received: () => received };
}

const POST = "POST / HTTP/1.1\r\ncontent-length: 1\r\n\r\n";

test("requests of a connection are answered one at a time, in order", async () => {
  let underWay = 0;
  const { socket, received } = await connectionTo(async ({ firstLine, body }) => {
    underWay += 1;
    await new Promise(setImmediate);
    underWay -= 1;
    return { status: 200, headers: { "x-of": firstLine }, body: `${body} ${underWay};` };
  });
  socket.write(`${POST}1${POST}2POST / HTTP/1.1\r\nConnection: close\r\ncontent-length: 1\r\n\r\n3`);
  await once(socket, "close");
  expect(received().match(/\d \d;/g)).toEqual(["1 0;", "2 0;", "3 0;"]);
  expect(received()).toContain("HTTP/1.1 200 \r\nx-of: POST / HTTP/1.1\r\ncontent-length: 4\r\n\r\n1 0;");
});

test("the length of a body is that of its bytes", async () => {
  const { socket, received } = await connectionTo(async () => jsonAnswer(400, { message: "é" }));
  socket.end(`${POST}1`);
  await once(socket, "data");
  expect(received()).toMatch(/^HTTP\/1.1 400 .*content-length: 16\r\n\r\n{"message":"é"}$/s);
});

test("a caller that leaves aborts its request", async () => {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const { socket } = await connectionTo((_request, signal) => {
    signal.addEventListener("abort", () => resolve());
    socket.destroy();
    return new Promise(() => {});
  });
  socket.write(`${POST}1`);
  await aborted;
});

test("a request whose answer fails ends its connection only", async () => {
  const { socket, received } = await connectionTo(() => Promise.reject(new Error("no answer")));
  socket.write(`${POST}1`);
  await once(socket, "close");
  expect(received()).toBe("");
});
