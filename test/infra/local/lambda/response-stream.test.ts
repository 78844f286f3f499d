import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ResponseStream } from "#infra/local/lambda/response-stream.ts";

const WINDOW = 262_144;

function openStream() {
  const sent: string[] = [];
  const stream = new ResponseStream({
    prelude: (json) => sent.push(`prelude ${json}`),
    chunk: (bytes) => sent.push(bytes.length > 100 ? String(bytes.length) : Buffer.from(bytes).toString()),
  });
  stream.setPrelude({ statusCode: 200 });
  return { stream, sent };
}

test("all bytes written in one turn of the event loop are sent as one chunk, after the prelude", async () => {
  const { stream, sent } = openStream();
  for (const text of ["[", "1", "]"]) stream.write(text);
  await turn();
  stream.end("\n");
  expect(sent).toEqual(['prelude {"statusCode":200}', "[1]", "\n"]);
});

test("the end sends the buffered bytes, or only the prelude of an empty response", async () => {
  const [full, empty] = [openStream(), openStream()];
  full.stream.end("text");
  empty.stream.end();
  await turn();
  expect(full.sent).toEqual(['prelude {"statusCode":200}', "text"]);
  expect(empty.sent).toEqual(['prelude {"statusCode":200}']);
});

test("a write that exceeds the window waits until the client has received a chunk", async () => {
  const { stream, sent } = openStream();
  let isAccepted = false;
  stream.write(Buffer.alloc(WINDOW), () => {
    isAccepted = true;
  });
  stream.write("next");
  await turn();
  await turn();
  expect(isAccepted).toBe(false);
  expect(sent.at(-1)).toBe(String(WINDOW));
  stream.chunkSent();
  await turn();
  await turn();
  expect(isAccepted).toBe(true);
  expect(sent.at(-1)).toBe("next");
});
