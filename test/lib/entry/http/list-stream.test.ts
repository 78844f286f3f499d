import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { listStream } from "#lib/entry/http/list-stream.ts";
import { Failure } from "#lib/failures.ts";
import { gatewayEvent, LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { invoke, readReply } from "#test/support/calls/invoke.ts";

const Things = z.object({ things: z.array(z.object({ id: z.int() })) });

/** Pages of things; `pages` counts those that were read. */
function pagesOf(...pages: (number[] | Error)[]) {
  const read = { pages: 0 };
  const iterate = async function* () {
    for (const page of pages) {
      read.pages += 1;
      if (page instanceof Error) throw page;
      yield page.map((id) => ({ id, secret: "not declared" }));
    }
  };
  return { pages: iterate(), read };
}
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
const list = (...pages: (number[] | Error)[]) => listOf(pagesOf(...pages).pages);
const listOf = (pages: AsyncIterable<{ id: number }[]>) =>
  listEndpoint(
    {
      id: "things.list",
      summary: "Lists things",
      route: "GET /things",
      scopes: ["READ_BOOKING"],
      input: {},
      response: Things,
      failures: [],
      permissions: [],
    },
    async () => ({ read: () => pages, positionOf: () => "" }),
  );

/** The body of a list with more than one page. */
async function streamOf(things: Parameters<typeof listStream>[1]): Promise<Readable> {
  const body = await listStream(Things, things);
  if (typeof body === "string") throw new Error("The list is not a stream.");
  return body;
}

describe("a streamed list", () => {
  it.each([
    ["no page", []],
    ["one empty page", [[]]],
    ["only empty pages", [[], [], []]],
  ])("is an empty array with %s", async (_, pages) => {
    const { status, text: body } = await invoke(list(...pages), { caller: OPERATOR });
    expect([status, body]).toEqual([200, '{"things":[]}']);
  });

  it("is a text, and not a stream, if it has only one page", async () => {
    expect(await listStream(Things, pagesOf())).toBe('{"things":[]}');
    expect(await listStream(Things, pagesOf([], [1, 2], []))).toBe('{"things":[{"id":1},{"id":2}]}');
  });

  it("contains the elements of all pages in order, with declared fields only", async () => {
    const pages = [[], ids(0, 500), [], ids(500, 1), ids(501, 499), []];
    const { json } = await invoke(list(...pages), { caller: OPERATOR });
    expect(json).toEqual({ things: ids(0, 1000).map((id) => ({ id })) });
  });

  it("has no body for HEAD, and is not read further", async () => {
    const { pages, read } = pagesOf(...Array.from({ length: 9 }, (_, at) => ids(at, 1)));
    const long = listOf(pages);
    const event = { ...gatewayEvent(long.spec.route, { caller: OPERATOR }), httpMethod: "HEAD" };
    const { status, text: body, headers } = await readReply(await long(event, LAMBDA_CONTEXT));
    expect([status, body]).toEqual([200, ""]);
    expect(headers["Content-Type"]).toBe("application/json; charset=utf-8");
    expect(read.pages).toBeLessThan(9);
  });

  it("has no body for HEAD if it has only one page", async () => {
    const short = list(ids(0, 1));
    const event = { ...gatewayEvent(short.spec.route, { caller: OPERATOR }), httpMethod: "HEAD" };
    expect(await readReply(await short(event, LAMBDA_CONTEXT))).toMatchObject({ status: 200, text: "" });
  });

  it("is an error response if one of the first two pages can't be read", async () => {
    const failed = await invoke(list(new Failure("not_found", "No list.")), { caller: OPERATOR });
    expect([failed.status, failed.headers["Content-Type"]]).toEqual([404, "application/problem+json"]);
    for (const first of [[], [1]]) {
      const broken = await invoke(list(first, new Error("hunter2")), { caller: OPERATOR });
      expect([broken.status, broken.json["code"]]).toEqual([500, "internal_error"]);
      expect(broken.text).not.toContain("hunter2");
    }
  });

  it("stops with incomplete JSON if a later page can't be read", async () => {
    const stream = await streamOf(pagesOf([1], [2], new Error("down"), [3]));
    let received = "";
    const reading = (async () => {
      for await (const chunk of stream) received += chunk;
    })();
    await expect(reading).rejects.toThrow("down");
    expect(received).toMatch(/^\{"things":\[\{"id":1\}/);
    expect(() => JSON.parse(received)).toThrow(SyntaxError);
  });

  it("stops at an element with an object that the response does not declare", async () => {
    const pages = async function* () {
      yield [{ id: 1 }];
      yield [{ id: 2 }];
      yield [{ id: { secret: 1 } }];
    };
    const stream = await streamOf({ pages: pages() });
    await expect(text(stream)).rejects.toThrow("has an object");
  });

  it("reads two pages before it is sent, and the others when the client receives them", async () => {
    const { pages, read } = pagesOf(...ids(0, 1000).map((id) => ids(id * 100, 100)));
    const stream = await streamOf({ pages });
    expect(read.pages).toBe(2);
    const chunks = stream[Symbol.asyncIterator]();
    for (let at = 0; at < 3; at += 1) await chunks.next();
    expect(read.pages).toBeLessThan(100);
    stream.destroy();
  });

  it("is rejected if the counted elements are too large for one response", async () => {
    const large = (count: number) => ({
      ...pagesOf(ids(0, 100), ids(100, 100), ids(200, 1)),
      count: async () => count,
    });
    await expect(listStream(Things, large(30_000_000))).rejects.toMatchObject({ code: "list_too_large" });
    await expect(listStream(Things, large(30_000_000))).rejects.toThrow("`cursor`");
    expect(JSON.parse(await text(await streamOf(large(10_000_000)))).things).toHaveLength(201);
  });

  it("is not counted if it has only one page", async () => {
    const count = () => Promise.reject(new Error("counted"));
    expect(await listStream(Things, { ...pagesOf([1, 2]), count })).toBe('{"things":[{"id":1},{"id":2}]}');
  });

  it("requires a response that is an object with one array", async () => {
    await expect(listStream(z.array(z.int()), pagesOf())).rejects.toThrow(TypeError);
    await expect(listStream(z.object({ thing: z.int() }), pagesOf())).rejects.toThrow(TypeError);
  });
});
