import { expect, test } from "vitest";
import { HttpReader } from "#lib/platform/http-message.ts";

const WITH_LENGTH =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Amz-Crc32:7\r\ncontent-length: 7\r\n\r\n{"e":1}';
const IN_CHUNKS =
  'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: Chunked\r\n\r\n4\r\n{"a"\r\nB;x=y\r\n:"\r\n23456"}\r\n0\r\n\r\n';
const EMPTY = "HTTP/1.1 204 No Content\r\n\r\n";

/** What was read of bytes that arrive so many at a time. */
function read(text: string, atOnce: number) {
  const reader = new HttpReader();
  const bytes = Buffer.from(text);
  const answers = [];
  for (let at = 0; at < bytes.length; at += atOnce) {
    reader.add(bytes.subarray(at, at + atOnce));
    for (let answer = reader.next(); answer; answer = reader.next())
      answers.push([answer.firstLine, answer.body.toString()]);
  }
  return answers;
}

const ANSWERS = [
  ["HTTP/1.1 200 OK", '{"e":1}'],
  ["HTTP/1.1 400 Bad Request", '{"a":"\r\n23456"}'],
  ["HTTP/1.1 204 No Content", ""],
];

test.each([1, 2, 7, 64, 10_000])(
  "messages are read from pieces of %i bytes, one after the other",
  (atOnce) => {
    expect(read(WITH_LENGTH + IN_CHUNKS + EMPTY, atOnce)).toEqual(ANSWERS);
  },
);

test("a header is found by its name in any case", () => {
  const reader = new HttpReader();
  reader.add(Buffer.from(WITH_LENGTH));
  const answer = reader.next();
  expect(answer?.header("content-type")).toBe("application/json");
  expect(answer?.header("x-amz-crc32")).toBe("7");
  expect(answer?.header("crc32")).toBeUndefined();
});
