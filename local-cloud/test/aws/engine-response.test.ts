import { expect, test } from "vitest";
import { ResponseReader } from "#local-cloud/aws/engine-response.ts";

const WITH_LENGTH =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Amz-Crc32:7\r\ncontent-length: 7\r\n\r\n{"e":1}';
const CHUNKED =
  'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: Chunked\r\n\r\n4\r\n{"a"\r\nB;x=y\r\n:"\r\n23456"}\r\n0\r\n\r\n';
const EMPTY = "HTTP/1.1 204 No Content\r\n\r\n";

/** Reads the responses in a text that is received in parts of this size. */
function read(text: string, partSize: number) {
  const reader = new ResponseReader();
  const bytes = Buffer.from(text);
  const responses = [];
  for (let start = 0; start < bytes.length; start += partSize) {
    const response = reader.read(bytes.subarray(start, start + partSize));
    if (response) responses.push([response.status, response.body.toString()]);
  }
  return responses;
}

test.each([1, 2, 7, 64, 10_000])("responses are read from parts of %i bytes", (partSize) => {
  expect(read(WITH_LENGTH, partSize)).toEqual([[200, '{"e":1}']]);
  expect(read(CHUNKED, partSize)).toEqual([[400, '{"a":"\r\n23456"}']]);
  expect(read(EMPTY, partSize)).toEqual([[204, ""]]);
});

test("responses are read one after another", () => {
  const reader = new ResponseReader();
  for (const text of [WITH_LENGTH, CHUNKED, WITH_LENGTH])
    expect(reader.read(Buffer.from(text))?.status).toBe(text === WITH_LENGTH ? 200 : 400);
});

test("a header is found by its name in any case", () => {
  const response = new ResponseReader().read(Buffer.from(WITH_LENGTH));
  expect(response?.header("content-type")).toBe("application/json");
  expect(response?.header("x-amz-crc32")).toBe("7");
  expect(response?.header("crc32")).toBeUndefined();
});
