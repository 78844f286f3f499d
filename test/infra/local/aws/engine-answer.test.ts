import { expect, test } from "vitest";
import { AnswerReader } from "#infra/local/aws/engine-answer.ts";

const WITH_LENGTH =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Amz-Crc32:7\r\ncontent-length: 7\r\n\r\n{"e":1}';
const IN_CHUNKS =
  'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: Chunked\r\n\r\n4\r\n{"a"\r\nB;x=y\r\n:"\r\n23456"}\r\n0\r\n\r\n';
const EMPTY = "HTTP/1.1 204 No Content\r\n\r\n";

/** What was read of bytes that arrive so many at a time. */
function read(text: string, atOnce: number) {
  const reader = new AnswerReader();
  const bytes = Buffer.from(text);
  const answers = [];
  for (let at = 0; at < bytes.length; at += atOnce) {
    const answer = reader.read(bytes.subarray(at, at + atOnce));
    if (answer) answers.push([answer.status, answer.body.toString()]);
  }
  return answers;
}

test.each([1, 2, 7, 64, 10_000])("answers are read from pieces of %i bytes", (atOnce) => {
  expect(read(WITH_LENGTH, atOnce)).toEqual([[200, '{"e":1}']]);
  expect(read(IN_CHUNKS, atOnce)).toEqual([[400, '{"a":"\r\n23456"}']]);
  expect(read(EMPTY, atOnce)).toEqual([[204, ""]]);
});

test("answers are read one after the other", () => {
  const reader = new AnswerReader();
  for (const text of [WITH_LENGTH, IN_CHUNKS, WITH_LENGTH])
    expect(reader.read(Buffer.from(text))?.status).toBe(text === WITH_LENGTH ? 200 : 400);
});

test("a header is found by its name in any case", () => {
  const answer = new AnswerReader().read(Buffer.from(WITH_LENGTH));
  expect(answer?.header("content-type")).toBe("application/json");
  expect(answer?.header("x-amz-crc32")).toBe("7");
  expect(answer?.header("crc32")).toBeUndefined();
});
