import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { StreamPart } from "#local-cloud/lambda/messages.ts";
import { ResponseStream } from "#local-cloud/lambda/response-stream.ts";

const WINDOW = 262_144;

const textOf = ({ prelude = "", chunk = new Uint8Array() }: StreamPart): string =>
  prelude + (chunk.length > 100 ? String(chunk.length) : Buffer.from(chunk).toString());

function openStream() {
  const sent: string[] = [];
  const stream = new ResponseStream((part) => sent.push(textOf(part)));
  stream.setPrelude({ statusCode: 200 });
  return { stream, sent };
}

test("all bytes written in one turn of the event loop are sent as one part, with the prelude", async () => {
  const { stream, sent } = openStream();
  for (const text of ["[", "1", "]"]) stream.write(text);
  await turn();
  stream.write("\n");
  stream.write("\n");
  await turn();
  expect(sent).toEqual(['{"statusCode":200}[1]', "\n\n"]);
});

test("the last part has the bytes that are not yet sent, or only the prelude of an empty response", async () => {
  const [full, long, empty] = [openStream(), openStream(), openStream()];
  long.stream.write("1");
  await turn();
  for (const { stream } of [full, long]) stream.end("text");
  empty.stream.end();
  expect([full, long, empty].map(({ stream }) => textOf(stream.takePart()))).toEqual([
    '{"statusCode":200}text',
    "text",
    '{"statusCode":200}',
  ]);
  await turn();
  expect([full.sent, long.sent, empty.sent]).toEqual([[], ['{"statusCode":200}1'], []]);
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
  expect(sent).toEqual([`{"statusCode":200}${WINDOW}`]);
  stream.chunkSent();
  await turn();
  await turn();
  expect(isAccepted).toBe(true);
  expect(sent.at(-1)).toBe("next");
});
